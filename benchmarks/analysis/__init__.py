"""How good and how fast the analysis of a language is, beside other libraries.

Run from the root of the repository:

    python -m benchmarks.analysis.quality    CoNLL 2018 scores, and values that taggers need
    python -m benchmarks.analysis.speed      words per second, load time, memory; spaCy beside
    python -m benchmarks.analysis.peers      the same files through other libraries -> peers.json

The treebanks are Universal Dependencies, a folder per language with `test-*.conllu.gz`.
"""
