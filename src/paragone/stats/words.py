"""Words of a caption as the COCO caption evaluation has them: Penn Treebank tokens in lower case, without punctuation.

The evaluation runs Stanford's tokenizer and drops the tokens of single punctuation marks. What it keeps is kept here:
brackets as `-lrb-` and `-rrb-`, `$`, `&`, `%`, marks in a row such as `!!`. A reference test holds ours against it.
"""

import re

LIKE = str.maketrans(
    {
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT SINGLE QUOTATION MARK}": "`",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{HORIZONTAL ELLIPSIS}": " ... ",
        "\N{EN DASH}": " -- ",
        "\N{EM DASH}": " -- ",
        "\N{POUND SIGN}": "#",
        "\N{EURO SIGN}": "$",
        "\N{CENT SIGN}": " cents ",
        "\N{VULGAR FRACTION ONE HALF}": "1/2",
        "\N{VULGAR FRACTION ONE QUARTER}": "1/4",
        "\N{VULGAR FRACTION THREE QUARTERS}": "3/4",
    }
)
# Words that the Treebank splits.
SPLIT = {
    "cannot": "can not",
    "gonna": "gon na",
    "gotta": "got ta",
    "wanna": "wan na",
    "lemme": "lem me",
    "gimme": "gim me",
    "'tis": "'t is",
    "'twas": "'t was",
    "y'all": "y' all",
}
BRACKETS = {"(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-"}
# Words that keep their full stop; others lose it.
SHORTENED = re.escape(
    "mr mrs ms messrs dr prof rev gen sen rep gov pres lt col sgt capt cmdr maj st jr sr inc co corp ltd bros ave "
    "blvd rd mt ft vs etc jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri ph.d"
).replace(r"\ ", "|")
TOKEN = re.compile(
    rf"""
    https?://\S+ | \w[\w.+-]*@[\w-]+(?:\.[\w-]+)*           # addresses
  | </?[a-z][^<>]*>                                       # tags
  | [:;=]-?[()](?!\w)                                     # faces
  | [#@][a-z]\w*
  | c\+\+ | c\#
  | n't\b | 'n' | '(?:s|m|d|re|ve|ll|t|em|cause)\b | '\d\ds\b | y'(?=\ ) | ol'(?=\ )
  | \b(?:{SHORTENED})\.(?!\w)
  | \b(?:no|fig|ca)\.(?=\ ?\d) | \b\w+\.(?=[,;:])
  | \b(?:[a-z]\.)+(?:[a-z](?!\w))?(?:-\w+)*               # u.s., p.m, u.s.-made
  | [+-]?\d+(?:[.,:/]\d+)*(?=[ap]m\b)                     # 3:00 of 3:00pm
  | (?<![\w.])[+-]?\.?\d+(?:[.,:/]\d+)*(?:-?\w+)*
  | \w+(?:['./&-]\w+)*
  | [!?]{{2,}}
  | [][(){{}}$\#%&@+*=/<>~|\\^\u00b0]
    """,
    flags=re.VERBOSE,
)


def words_of(caption: str) -> list[str]:
    """The tokens of a caption that COCO's evaluation compares.

    >>> words_of("A dog's life (it isn't a 3.5-star hotel) cannot cost $5 & up!")[:9]
    ['a', 'dog', "'s", 'life', '-lrb-', 'it', 'is', "n't", 'a']
    >>> words_of("A dog's life (it isn't a 3.5-star hotel) cannot cost $5 & up!")[9:]
    ['3.5-star', 'hotel', '-rrb-', 'can', 'not', 'cost', '$', '5', '&', 'up']
    """
    plain = caption.translate(LIKE).lower()
    plain = re.sub(r"(?<=\w)'n'(?=\w)", " 'n' ", plain)
    plain = re.sub(r"(?<=\w)(n't\b)", r" \1", plain)
    plain = re.sub(r"(?<=[\w.])('(?:s|m|d|re|ve|ll)\b)", r" \1 ", plain)
    plain = re.sub(rf"(?<!\w)(?:{'|'.join(SPLIT)})\b", lambda found: SPLIT[found[0]], plain)
    return [re.sub(r"[][(){}]", lambda found: BRACKETS[found[0]], token) for token in TOKEN.findall(plain)]
