"""The run folder: Parquet parts, images by content hash, the manifest."""
