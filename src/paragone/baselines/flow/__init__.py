"""A small text-to-image model by flow matching: a text becomes a layout, and each thing of it a painted layer."""
