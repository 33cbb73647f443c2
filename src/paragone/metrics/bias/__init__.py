"""How far a model's people are from balance, each number with its protocol and whose eyes it rests on."""
