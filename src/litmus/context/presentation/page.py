"""One HTML page: the words that context helped most, in their context, and all tables."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from litmus.context.annotation import Marks
from litmus.context.joining import Span
from litmus.context.presentation.tables import result_tables
from litmus.context.results import CxmiResult
from litmus.context.thematic import Top
from litmus.language.words import is_word_character, lowered
from litmus.tables.cells import number
from litmus.tables.page import asset, html_page, html_table

_KEY = """<p class="key">
<span><mark class="word">word<span class="value">1.23</span></mark> made likelier by context</span>
<span><mark class="same">word</mark> the same word earlier</span>
<span><i class="before">slanted</i> the sentences before</span></p>"""

Analyse = Callable[[Sequence[str]], Sequence[Marks]]


def page(result: CxmiResult, languages: tuple[str, str], analyse: Analyse | None = None) -> str:
    """The page, self-contained and without a script. The same input gives the same text.

    `analyse` gives the words of target sentences; with it, other forms of a word are marked, too.
    """
    about = "\n".join(
        f"<p>{escape(line)}</p>" for line in (result.summary, *result.about, *result.notes)
    )
    tables = result_tables(result)
    if result.top:
        tables.pop()  # it lists the words that are above in full
    body = f"""<a class="skip" href="#tables">Skip to the tables</a>
<header class="top"><h1><span class="brand">litmus</span> {escape(result.heading)}</h1></header>
<main>
<section class="intro">
{about}
{_KEY}
</section>
{_examples(result, languages, analyse)}
<section id="tables">
<h2>Tables</h2>
{chr(10).join(map(html_table, tables))}
</section>
</main>
<footer>
<p>[low, high]: 95 % interval, documents resampled.</p>
<p><code>{escape(result.signature)}</code></p>
</footer>"""
    style = asset("litmus.context", "pages/context.css")
    return html_page(f"{result.heading} · litmus", body, style=style)


def _examples(result: CxmiResult, languages: tuple[str, str], analyse: Analyse | None) -> str:
    if not result.top:
        return '<section><p class="nothing">No word was made likelier by context.</p></section>'
    less = " less random" if result.control else ""
    cards = "\n".join(_card(top, result, languages, analyse) for top in result.top)
    return (
        f"<section>\n<h2>Words with the highest P-CXMI{less}, in {escape(result.unit)}</h2>\n"
        f'<ol class="cards">\n{cards}\n</ol>\n</section>'
    )


def _card(top: Top, result: CxmiResult, languages: tuple[str, str], analyse: Analyse | None) -> str:
    source = [_before(text, ()) for text in top.before.source] + [escape(top.source)]
    earlier = top.before.target
    marks = analyse(earlier) if analyse else [()] * len(earlier)
    target = [
        _before(text, same_words(top, text, words))
        for text, words in zip(earlier, marks, strict=True)
    ]
    target.append(_marked(top))
    facts = [f"segment {top.id}", f"document {top.document}"]
    facts += [fact for fact in (top.mark.pos, *top.mark.tags) if fact]
    if top.control is not None:
        facts.append(f"with random context {number(top.control, 2)}")
    about = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
    return (
        f'<li><article>\n<ul class="facts">{about}</ul>\n'
        f"{_sentences(source, languages[0])}\n{_sentences(target, languages[1])}\n</article></li>"
    )


def _sentences(parts: Iterable[str], language: str) -> str:
    return f'<p class="sentence" lang="{escape(language)}" dir="auto">{" ".join(parts)}</p>'


def _before(text: str, spans: Sequence[Span]) -> str:
    """A sentence of the context; `spans` are the same word again."""
    return f'<i class="before">{_with_same(text, spans)}</i>'


def _marked(top: Top) -> str:
    """The sentence of a word, with its value and the same word earlier in the sentence."""
    text, (start, end) = top.target, top.mark.span
    earlier = [span for span in same_words(top, text, ()) if span[1] <= start]
    value = f'<span class="value">{number(top.value, 2)}</span>'
    word = f'<mark class="word">{escape(text[start:end])}{value}</mark>'
    return _with_same(text[:start], earlier) + word + escape(text[end:])


def _with_same(text: str, spans: Sequence[Span]) -> str:
    parts, done = [], 0
    for start, end in spans:
        parts.append(escape(text[done:start]))
        parts.append(f'<mark class="same">{escape(text[start:end])}</mark>')
        done = end
    return "".join(parts) + escape(text[done:])


def same_words(top: Top, text: str, marks: Marks) -> list[Span]:
    """Where the word is in another sentence: the same form, or the same lemma if known.

    Without an analysis, only whole words count; in a language without spaces, any match.
    """
    form, lemma = lowered(top.text), top.mark.lemma
    if marks:
        return [
            mark.span
            for mark in marks
            if lowered(text[mark.span[0] : mark.span[1]]) == form or (lemma and mark.lemma == lemma)
        ]
    spans, start = [], lowered(text).find(form)
    while form and start >= 0:
        end = start + len(form)
        if _whole(text, start, end):
            spans.append((start, end))
        start = lowered(text).find(form, end)
    return spans


def _whole(text: str, start: int, end: int) -> bool:
    """Whether the word continues at neither side; Han and kana never continue a word."""
    return not (
        _joins(text[start - 1 : start], text[start]) or _joins(text[end - 1], text[end : end + 1])
    )


def _joins(left: str, right: str) -> bool:
    if not (left and right and max(left, right) < "\u2e80"):
        return False
    return is_word_character(left) and is_word_character(right)
