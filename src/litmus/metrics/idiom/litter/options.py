"""LitTER's options."""

from litmus.metrics.options import AVERAGE, CASE, Option

_ON_OFF = ("off", "on")
OPTIONS = (
    Option("dictionary", "auto", "files joined by +, either direction; auto: the one shipped"),
    CASE,
    Option("accents", "keep", "strip: compare without diacritics", ("keep", "strip")),
    Option("stopwords", "keep", "drop function words from the span; or a file of such words"),
    Option(
        "source_words",
        "explain",
        "explain: what translates another source word is no error; "
        "drop: span words found elsewhere in the source block nothing",
        ("explain", "keep", "drop"),
    ),
    Option(
        "match",
        "auto",
        "compare forms, stems or lemmas; auto: lemmas where words carry affixes",
        ("auto", "form", "stem", "lemma"),
    ),
    Option(
        "equivalents",
        "excuse",
        "words of a set phrase that says the same are no error",
        ("excuse", "ignore"),
    ),
    Option("compounds", "off", "also words made of two blocked words", _ON_OFF),
    Option("partial", "off", "also compounds with a blocked word as a part", _ON_OFF),
    Option("fuzzy", "off", "also words that differ by a letter or two", _ON_OFF),
    Option("gate", "off", "count only words linked to the span", ("off", "alignment")),
    AVERAGE,
    Option("compat", "no", "idiom-mt: exactly what the published code does", ("no", "idiom-mt")),
)
