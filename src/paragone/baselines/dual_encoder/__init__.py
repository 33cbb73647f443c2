"""A small dual encoder of simulator images and captions: what the annotators `clip_scene_image` and `_text` run.

captions.py puts scenes into words and says which captions are false of a scene, words.py makes numbers of words,
data.py has the training scenes, net.py is the network, train.py trains it, export.py writes two ONNX files and a card,
encoder.py reads them (no torch: the annotators use it) and evaluate.py measures them. It is no CLIP: it knows the
simulator's objects, counts, colours and relations alone. Its CNN is that of the detector next door.
"""
