"""Dev BLEU: what the best model of a run is chosen by."""

from itertools import groupby

from litmus.errors import DataError, UsageError
from litmus.files.text import read_parallel
from litmus.language import knowledge
from litmus.nmt.model import Model
from litmus.nmt.training.settings import Config


class Validation:
    """The dev set of a configuration, its documents apart."""

    def __init__(self, config: Config, model: Model) -> None:
        dev = config.data.dev
        assert dev is not None
        self._config = config
        paths = [dev.source, dev.target, *([dev.docids] if dev.docids else [])]
        rows = [(*row[:2], row[2] if dev.docids else "") for row in read_parallel(paths)]
        self._context = config.decoding.context != "none" and config.context.size != "none"
        if self._context and not dev.docids:
            raise UsageError(
                f"{config.path}: a model with context is chosen on documents: give [data.dev] "
                'docids,\nor say [decoding] context = "none".'
            )
        for number, (source, target, _) in enumerate(rows, start=1):
            if not source.strip() or not target.strip():
                raise DataError(f"{dev.source}:{number} or its translation is empty.")
        mark = f"{dev.mark} " if dev.mark else ""
        documents = [
            list(lines) for _, lines in groupby(enumerate(rows), lambda row: row[1][2] or row[0])
        ]
        self._sources = [
            [row[0] if row[0].startswith(mark) else mark + row[0] for _, row in lines]
            for lines in documents
        ]
        self._targets = [[row[1] for _, row in lines] for lines in documents]
        self._check_lengths(config.name(dev.source), model)

    def _check_lengths(self, name: str, model: Model) -> None:
        """Now rather than after hours: a sentence that the network cannot read."""
        codec, most = model.codec, model.positions
        texts = [text for document in self._sources for text in document]
        assert codec is not None
        for number, pieces in enumerate(codec.many(texts, "source"), start=1):
            length = len(codec.source(pieces))
            if most is not None and length > most:
                raise DataError(
                    f"{name}:{number} has {length:,} pieces, but the network reads at most "
                    f"{most:,}.\nSplit the line, or choose the model on other text."
                )

    def __len__(self) -> int:
        return sum(map(len, self._sources))

    def bleu(self, model: Model) -> tuple[float, list[str]]:
        """BLEU by sacreBLEU with the tokeniser of the target language, and the translations."""
        from sacrebleu.metrics.bleu import BLEU

        from litmus.nmt.decoding.translator import Translator

        wanted, context = self._config.decoding, self._config.context
        translator = Translator(model, beam=wanted.beam, length_penalty=wanted.length_penalty)
        found = translator.translate_documents(
            self._sources,
            source=context.source if self._context else 0,
            target=context.target if self._context else 0,
            references=self._targets if wanted.context == "reference" else None,
        )
        texts = [text for document in found for text in document]
        references = [text for document in self._targets for text in document]
        tokenizer = knowledge.load(self._config.languages[1]).bleu_tokenizer
        score = BLEU(tokenize=tokenizer).corpus_score(texts, [references]).score
        return float(score), texts
