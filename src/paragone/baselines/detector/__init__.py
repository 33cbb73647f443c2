"""A compact detector of the simulator's objects and colours, trained from nothing on rendered scenes.

data.py renders the training scenes, augment.py wears them, net.py is the network, targets.py says what it should
answer, train.py trains it, decode.py reads its answers (numpy only: the annotator uses it), evaluate.py measures it and
export.py writes the ONNX file.
"""
