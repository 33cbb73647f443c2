"""The first page: the answer, what it rests on, and the matrix of models by measures."""
