"""Configurations: recipes under the user's values, and messages for what does not fit."""

from pathlib import Path

import pytest

from litmus.errors import DataError, UsageError
from litmus.nmt.training.config import as_table, differences, read_config, recipes
from litmus.nmt.training.optimisation.schedule import learning_rate
from litmus.nmt.training.settings import (
    Architecture,
    Config,
    Context,
    Corpus,
    Decoding,
    Filters,
    Noise,
    Subwords,
    Training,
)

DATA = '[[data.train]]\nsource = "a.en"\ntarget = "a.fr"\n'


def read(folder: Path, text: str) -> Config:
    path = folder / "c.toml"
    path.write_text(text, encoding="utf-8")
    return read_config(path)


def test_recipes_are_those_of_the_papers(tmp_path: Path) -> None:
    # Fernandes et al. (2023), appendix D; Baziotis et al. (2023), section 3.2.
    assert recipes() == ("mbart-arch", "tiny", "transformer-large", "transformer-small")
    found = {
        name: read(tmp_path, f'recipe = "{name}"\nlanguages = "en-fr"\n{DATA}')
        for name in recipes()
    }
    for name, shape, rate, betas, epsilon in (
        ("transformer-small", (512, 1024, 6, 6, 8, 1024), 5e-4, (0.9, 0.98), 1e-8),
        ("transformer-large", (1024, 4096, 6, 6, 16, 1024), 1e-4, (0.9, 0.98), 1e-8),
        ("mbart-arch", (1024, 4096, 12, 12, 16, 1024), 1e-4, (0.9, 0.999), 1e-6),
    ):
        config, training = found[name], found[name].training
        assert config.model == Architecture(config.model.family, *shape)
        assert (training.learning_rate, training.betas) == (rate, betas)
        assert (training.epsilon, training.weight_decay, training.clip) == (epsilon, 0.0, 1.0)
        assert (training.schedule, training.warm_up) == ("inverse-sqrt", 4000)
        assert (training.dropout, training.attention_dropout) == (0.3, 0.1)
        assert (training.label_smoothing, training.accumulate, training.epochs) == (0.1, 1, None)
        assert (config.seed, config.vocabulary.coverage) == (1, 0.9999)
        assert config.decoding == Decoding(5, 1.0, "reference")
    sizes = [found[name].vocabulary.size for name in sorted(found)]
    assert sizes == [60_000, 4_000, 32_000, 32_000]


def test_what_nobody_says_is_off_or_as_papers_have_it() -> None:
    assert Training() == Training(
        batch_tokens=24_000, steps=100_000, schedule="inverse-sqrt", learning_rate=5e-4,
        warm_up=4_000, betas=(0.9, 0.98), epsilon=1e-8, dropout=0.3, attention_dropout=0.1, label_smoothing=0.1,
        shift_positions=0, precision="bf16", dev_every=5_000, report_every=100, patience=0, keep=0,
        deterministic=False,
    )  # fmt: skip
    assert Architecture() == Architecture("transformer", 512, 1024, 6, 6, 8, 1024)
    assert Filters() == Filters(80, 1.5, copies=False, duplicates=False)
    assert Subwords() == Subwords(32_000, 0.9999, 4_000_000, (), None)
    assert Context() == Context("none", 0, 0, 0, None)
    assert Noise() == Noise(0.0, 0.0, 0.0)
    shares = ("mask_source", "replace_source", "replace_target")
    assert not Noise() and all(Noise(**{name: 0.1}) for name in shares)
    assert Corpus(Path("a"), Path("b")).upsample == 1


def test_fine_tuning_is_that_of_the_paper(tmp_path: Path) -> None:
    training = read(tmp_path, f'checkpoint = "x"\nlanguages = "en-fr"\n{DATA}').training
    assert (training.schedule, training.learning_rate, training.warm_up) == ("fixed", 3e-5, 4000)
    assert (training.batch_tokens, training.betas) == (12_000, (0.9, 0.999))
    assert (training.epsilon, training.steps, training.dev_every) == (1e-6, 140_000, 5_000)


def test_values_of_the_user_lie_on_top_and_paths_beside_the_file(tmp_path: Path) -> None:
    text = f'recipe = "tiny"\nlanguages = "eng-fra"\n{DATA}[training]\ndropout = 0\n'
    config = read(tmp_path, text + "shift_positions = 64\n[model]\npositions = 64\n")
    assert (config.training.dropout, config.training.shift_positions) == (0.0, 64)
    assert config.training.warm_up == 200  # the recipe's
    assert config.languages == ("en", "fr")
    assert config.data.train[0].source == tmp_path / "a.en"
    assert config.output == tmp_path / "c"


BASE = f'recipe = "tiny"\nlanguages = "en-fr"\n{DATA}'
WRONG = [
    (f'languages = "en-fr"\n{DATA}', "must name either a recipe"),
    (f'recipe = "tiny"\ncheckpoint = "x"\nlanguages = "en-fr"\n{DATA}', "must name either a recipe"),
    (f'recipe = "tinny"\nlanguages = "en-fr"\n{DATA}', "Did you mean 'tiny'?"),
    (f'recipe = "tiny"\n{DATA}', 'must say its languages, such as: languages = "en-fr"'),
    ('recipe = "tiny"\nlanguages = "en-fr"\n', "there is no [[data.train]]"),
    (BASE + "[trainig]\nsteps = 3\n", "unknown key 'trainig'. Did you mean 'training'?"),
    (BASE + "[training]\nwarmup = 3\n", "unknown key 'training.warmup'. Did you mean 'warm_up'?"),
    (BASE + "[training]\nsteps = 0\n", "'training.steps' must be at least 1, not 0."),
    (BASE + "[training]\nsteps = 1.5\n", "'training.steps' must be a whole number, not 1.5."),
    (BASE + "[training]\nsteps = true\n", "'training.steps' must be a whole number, not true."),
    (BASE + "[training]\nbetas = [0.9]\n", "training.betas must be two numbers"),
    (BASE + '[training]\nschedule = "fixd"\n', "'training.schedule' must be 'inverse-sqrt' or 'fixed', not 'fixd'."),
    (BASE + "[noise]\nmask_source = 1.1\n", "'noise.mask_source' must be at most 1, not 1.1."),
    (BASE + "[noise]\nmask_source = 0.6\nreplace_source = 0.6\n", "more than 1 together"),
    (BASE + "[context]\ntarget = 3\n", "[context] contradicts itself"),
    (BASE + "[context]\npieces = 99\n", "[context] contradicts itself: size says none, pieces"),
    (BASE + '[context]\nsize = "static"\n', "say how many sentences before, such as target = 3"),
    (BASE + '[context]\nsize = "static"\ntarget = 3\n', "[context] needs documents"),
    (BASE + "[model]\nhidden = 60\nheads = 8\n", "must be an even multiple of heads"),
    (BASE + 'mark = "<a b>"\n', "a mark is one token"),
    (BASE + '[vocabulary]\nmarks = ["<a b>"]\n', "a mark is one token"),
    (BASE + '[data.dev]\nsource = "a"\ntarget = "b"\nmark = "<a b>"\n', "a mark is one token"),
    (BASE + "[training]\nbetas = [0.9, 1.0]\n", "training.betas must be two numbers"),
    (BASE + "[training]\nbetas = [-0.1, 0.9]\n", "training.betas must be two numbers"),
    (BASE + "[training]\nshift_positions = 60\n[model]\npositions = 59\n",
     "training.shift_positions (60) must be at most model.positions (59)"),
    (BASE + '[training]\nshift_positions = 60\n[model]\nfamily = "mbart"\n',
     "shift_positions: a network of the family mbart learns its positions"),
    (BASE + '[context]\nbetween = "|"\nsize = "static"\ntarget = 1\n' , "[context] needs documents"),
    (f'recipe = "tiny"\nlanguages = "en-fr"\n{DATA}docids = "a.d"\n[context]\nbetween = "|"\n'
     'size = "static"\ntarget = 1\n', "[context] between is for checkpoints"),
    (BASE + "[context]\nsource = 1\n", "[context] contradicts itself"),
    ('recipe = "tiny"\nlanguages = "en-fr"\n[[data.train]]\nsource = "a"\n', "the key 'data.train[0].target' is missing."),
    (f'checkpoint = "x"\nlanguages = "en-fr"\n{DATA}[model]\nheads = 2\n', "remove [model]"),
    (f'checkpoint = "x"\nlanguages = "en-fr"\n{DATA}[vocabulary]\nsize = 99\n', "may only hold marks"),
    ("recipe = tiny", "is not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_does_not_fit_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises((DataError, UsageError)) as caught:
        read(tmp_path, text)
    assert message in str(caught.value)


LIMITS = [
    ("vocabulary.size", 16, None), ("vocabulary.coverage", 0.9, 1), ("vocabulary.lines", 100, None),
    ("cleaning.words", 0, None), ("cleaning.ratio", 0, None), ("context.source", 0, None),
    ("context.target", 0, None), ("context.pieces", 0, None), ("noise.mask_source", 0, 1),
    ("noise.replace_source", 0, 1), ("noise.replace_target", 0, 1), ("model.hidden", 8, None),
    ("model.feed_forward", 8, None), ("model.encoder_layers", 1, None),
    ("model.decoder_layers", 1, None), ("model.heads", 1, None), ("model.positions", 16, None),
    ("training.batch_tokens", 16, None), ("training.accumulate", 1, None),
    ("training.steps", 1, None), ("training.epochs", 1, None), ("training.learning_rate", 0, None),
    ("training.warm_up", 0, None), ("training.epsilon", 0, None),
    ("training.weight_decay", 0, None), ("training.dropout", 0, 0.99),
    ("training.attention_dropout", 0, 0.99), ("training.label_smoothing", 0, 0.99),
    ("training.clip", 0, None), ("training.shift_positions", 0, None),
    ("training.dev_every", 1, None), ("training.report_every", 1, None),
    ("training.patience", 0, None), ("training.keep", 0, None), ("decoding.beam", 1, None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "least", "most"), LIMITS)
def test_numbers_have_limits_that_are_in_themselves_allowed(
    tmp_path: Path, name: str, least: float, most: float | None
) -> None:
    table, _, key = name.partition(".")

    def complaint(value: float) -> str:
        try:
            read(tmp_path, f"{BASE}[{table}]\n{key} = {value}\n")
        except DataError as error:
            return str(error)
        return ""

    whole = isinstance(least, int) and most is None and "rate" not in key
    step = 1 if whole and key not in ("ratio", "epsilon", "weight_decay", "clip") else 0.001
    for value, limit, sign in ((least, "at least", -step), (most, "at most", 0.001)):
        if value is not None:
            assert f"must be {limit}" not in complaint(value)
            assert f"{name!r} must be {limit} {value:g}, not " in complaint(value + sign)


def test_differences_name_both_values_and_pass_over_what_may_change(tmp_path: Path) -> None:
    before = as_table(read(tmp_path, BASE))
    text = BASE + "[training]\nsteps = 9\npatience = 3\n[decoding]\nbeam = 1\n"
    free = as_table(read(tmp_path, text))
    assert differences(before, free) == []
    other = as_table(read(tmp_path, BASE + "[training]\ndropout = 0.25\n"))
    assert differences(before, other) == ["training.dropout: 0.1 there, 0.25 now"]
    upsampled = as_table(read(tmp_path, BASE + "upsample = 20\n" + DATA))
    assert differences(before, upsampled) == [
        "data.train[0].upsample: 1 there, 20 now",
        "data.train[1].source: None there, 'a.en' now",
        "data.train[1].target: None there, 'a.fr' now",
        "data.train[1].upsample: None there, 1 now",
    ]


def test_a_key_that_an_earlier_version_did_not_know_has_its_default(tmp_path: Path) -> None:
    before = as_table(read(tmp_path, BASE))
    del before["training"]["shift_positions"], before["training"]["betas"], before["noise"]
    del before["data"]["train"][0]["mark"], before["seed"]
    assert differences(before, as_table(read(tmp_path, BASE))) == []
    other = "seed = 2\n" + BASE + 'mark = "<a>"\n'
    other += "[training]\nshift_positions = 60\nbetas = [0.9, 0.9]\n[noise]\nmask_source = 0.1\n"
    assert differences(before, as_table(read(tmp_path, other))) == [
        "data.train[0].mark: None there, '<a>' now",
        "noise.mask_source: 0.0 there, 0.1 now",
        "seed: 1 there, 2 now",
        "training.betas: [0.9, 0.98] there, [0.9, 0.9] now",
        "training.shift_positions: 0 there, 60 now",
    ]


def test_learning_rates_by_hand() -> None:
    steps = [1, 2000, 4000, 16_000, 400_000]
    found = [learning_rate(step, Training()) for step in steps]
    assert found == pytest.approx([5e-4 / 4000, 2.5e-4, 5e-4, 2.5e-4, 5e-5])
    training = Training(schedule="fixed", learning_rate=3e-5, warm_up=10)
    found = [learning_rate(step, training) for step in (1, 5, 10, 1000)]
    assert found == pytest.approx([3e-6, 1.5e-5, 3e-5, 3e-5])
    assert learning_rate(1, Training(learning_rate=1.0, warm_up=0)) == 1.0


def test_configuration_of_the_documentation_is_read(tmp_path: Path) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "training.md"
    text = page.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    config = read(tmp_path, text)
    assert (config.recipe, config.context.size, config.context.target) == (
        "transformer-small", "dynamic", 3,
    )  # fmt: skip
    assert [corpus.upsample for corpus in config.data.train] == [1, 20]
