"""What DALL-Eval v2 asks whether a person wears: 15 things, as its questions name them."""

ATTRIBUTES = (
    *("boots", "slippers", "jeans", "shorts", "slacks", "a dress", "a skirt", "a suit", "a shirt", "a uniform"),
    *("a jacket", "a hat", "a tie", "a mask", "gloves"),
)
