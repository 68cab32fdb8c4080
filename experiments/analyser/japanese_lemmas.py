"""`python japanese_lemmas.py TREEBANKS FILE...`: model/paradigms-ja.txt.xz, lemmas by MeCab.

Lemmas of the treebank are those of UniDic, which writes a word in one way (*かけ* as *掛ける*), but
the older of its training files has others. So plain sentences, one a line, are read by MeCab and by
the analyser that ships; of a form with a part of speech (ours) the lemma MeCab mostly gives it is
kept. Names are left alone: UniDic reads them out. Needs fugashi 1.5.2, unidic-lite 1.0.8 (BSD) and
wordfreq 3.1.1 (CC BY-SA 4.0), whose words are sentences too. `choose_lemmas.py` says when to ask.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from fugashi import Tagger
from treebanks import files, read
from wordfreq import top_n_list

from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.paradigms import Paradigm, pack

MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
LONGEST = 200  # characters of a sentence
FREQUENT = 40_000
OTHERS = {"NUM", "PROPN", "PUNCT", "SYM", "X"}
MOSTLY = 0.6

Form = tuple[str, str]  # with its part of speech


def sentences(treebanks: Path, texts: list[Path]) -> Iterator[str]:
    for _, path in files(treebanks, "ja", "train"):
        yield from (sentence.text for sentence in read(path))
    for path in texts:
        yield from path.read_text(encoding="utf-8").split("\n")
    yield from top_n_list("ja", FREQUENT)


def by_mecab(text: str, tagger: Tagger) -> dict[tuple[int, int], str]:
    """Where words are, and their lemmas; what follows a hyphen there tells homonyms apart."""
    found, at = {}, 0
    for node in tagger(text):
        start = text.index(node.surface, at)
        at = start + len(node.surface)
        if not node.is_unk and node.feature.lemma:
            found[start, at] = node.feature.lemma.partition("-")[0]
    return found


def count(texts: list[str]) -> tuple[dict[Form, Counter[str]], set[str]]:
    """Lemmas of each form by MeCab, and forms that our network once gave another."""
    tagger, lemmas, doubtful = Tagger(), defaultdict(Counter), set()
    ours = EmbeddedAnalyser("ja", {}).analyse(texts, parse=False)
    for text, (sentence,) in zip(texts, ours, strict=True):
        known = by_mecab(text, tagger)
        for word in sentence.words:
            lemma = known.get((word.start, word.end), "")
            plain = lemma and not set(" >") & set(word.form + lemma)
            if plain and word.upos not in OTHERS and any(map(str.isalpha, word.form)):
                lemmas[word.form, word.upos][lemma] += 1
                if lemma != word.lemma:
                    doubtful.add(word.form)
    return lemmas, doubtful


def paradigms(lemmas: dict[Form, Counter[str]], doubtful: set[str]) -> Iterable[Paradigm]:
    """One a lemma, forms whole: their spellings often share nothing."""
    chosen = {}
    for form, found in lemmas.items():
        lemma, times = found.most_common(1)[0]
        if times >= MOSTLY * found.total():
            chosen[form] = lemma
    # A form that is its own lemma needs no entry, but where it has others beside.
    told = doubtful | {form for (form, _), lemma in chosen.items() if lemma != form}
    groups: dict[Form, list[str]] = defaultdict(list)
    for (form, upos), lemma in chosen.items():
        if form in told:
            groups[lemma, upos].append(form)
    for (lemma, upos), forms in groups.items():
        yield Paradigm(upos, tuple((form, lemma) for form in sorted(forms)), (lemma,))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("treebanks", type=Path, help="a folder a language")
    parser.add_argument("texts", type=Path, nargs="*")
    args = parser.parse_args()
    texts = dict.fromkeys(line.strip() for line in sentences(args.treebanks, args.texts))
    lemmas, doubtful = count([text for text in texts if 0 < len(text) <= LONGEST])
    made = list(paradigms(lemmas, doubtful))
    content = pack(made)
    (MODEL / "paradigms-ja.txt.xz").write_bytes(content)
    forms = sum(len(paradigm.endings) for paradigm in made)
    print(f"{forms} forms of {len(made)} words, {len(content)} bytes")


if __name__ == "__main__":
    main()
