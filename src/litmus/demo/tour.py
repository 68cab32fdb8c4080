"""The tour: every shipped suite scored with the outputs that come with it, and how to read it."""

from collections.abc import Sequence

from litmus.corpus.shipped import shipped_suites
from litmus.corpus.suite import read_suite
from litmus.reports.examine import Examined, examine
from litmus.reports.interning import Interned
from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.tables import render
from litmus.stages import stage

HOW_TO_READ = """How to read this
  LitTER      share of idioms translated word by word (kick the bucket: patear el cubo)
  blacklist   share of translations with a word only a literal reading gives (bamboo, tiger)
  AutoIE      share of translations with all the words a right one must have, by any of the
              right wordings; .pairs: by the wording of the reference alone
  macro       every idiom weighs the same, however often it occurs
  †           with options that are not the default; they are named below the table
  BLEU, chrF  how close the whole sentence is to the reference: another question
  ↑ ↓         higher or lower is better
  n/a         no evidence, which is not the same as zero

Next
  litmus score -t demo-en-es -i mine=out.es          your own system on a shipped suite
  litmus score -t demo-en-es --segments why.jsonl    which words triggered, sentence by sentence
  litmus import cibb CIBB-dataset/ -o cibb           a published test set as a suite
  litmus list                                        metrics, suites, languages, formats
"""


def examine_shipped() -> list[Examined]:
    """Every shipped suite that has outputs, scored."""
    interned = Interned()
    suites = [read_suite(folder) for folder in shipped_suites().values()]
    found = []
    for suite in suites:
        if suite.systems:
            with stage(suite.info.name):
                found.append(examine(suite, suite.systems, interned=interned))
    return found


def tour(examined: Sequence[Examined], where: str, style: Style) -> str:
    """A table for every suite, where the report is, and how to read them."""
    parts = [render(found.result, "text", style) for found in examined]
    return "\n".join([*parts, f"{where}\n", HOW_TO_READ])
