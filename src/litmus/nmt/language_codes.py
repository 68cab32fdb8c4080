"""How multilingual tokenizers call a language."""

from typing import Any

from litmus.errors import UnknownName

# NLLB names a language by ISO 639-3 and script.
_NLLB = {
    "ar": "arb_Arab", "de": "deu_Latn", "en": "eng_Latn", "es": "spa_Latn", "fr": "fra_Latn",
    "he": "heb_Hebr", "is": "isl_Latn", "it": "ita_Latn", "ja": "jpn_Jpan", "ko": "kor_Hang",
    "nl": "nld_Latn", "pt": "por_Latn", "ro": "ron_Latn", "ru": "rus_Cyrl", "tr": "tur_Latn",
    "zh": "zho_Hans",
}  # fmt: skip


def tokenizer_code(tokenizer: Any, language: str) -> str:
    """The tokenizer's own code of a language: `fr`, `fr_XX` (mBART) or `fra_Latn` (NLLB)."""
    known: list[str] = list(getattr(tokenizer, "additional_special_tokens", None) or ())
    known += list(getattr(tokenizer, "lang_code_to_id", None) or ())
    bare = sorted({token.strip("_") if token.startswith("__") else token for token in known})
    for code in bare:
        if code == language or code.startswith(f"{language}_") or code == _NLLB.get(language):
            return code
    if not bare:  # a tokenizer that asks for a language but lists none
        return language
    raise UnknownName("language of this model", language, bare)
