"""The files of translators: XLIFF, PO and subtitles, read and filled by the libraries of others."""
