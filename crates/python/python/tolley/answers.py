"""What a question comes to: a sentence, how sure it is, and the tables behind it."""

from __future__ import annotations

from typing import Any

from . import _native
from .errors import translated
from .scenes import Page


class Answer:
    """The answer to a question: its sentence when printed, its page in a notebook.

    A scenario may ask several questions. The answer is then that to the first one, and `also` has the others, each an
    answer too; text, card and page show them all.

    `answer.table("values")` is a table without any file: `.polars()` and `.pandas()` make frames of it. Numbers are in
    SI.
    """

    def __init__(self, native: _native.Answer):
        self._native = native

    @property
    def sentence(self) -> str:
        """What holds."""
        return self._native.sentence

    @property
    def kind(self) -> str:
        """The kind of question: "fair", "effect", "limit", "depends", "rank", "best", "map", "response" or "fit"."""
        return self._native.kind

    @property
    def verdict(self) -> str:
        """What holds, in a word: "fair", "unfair", "effect", "best" and so on."""
        return self._native.verdict

    @property
    def certainty(self) -> str:
        """How sure that is: "clearly", "probably" or "cannot tell yet"."""
        return self._native.certainty

    @property
    def also(self) -> list[Answer]:
        """Answers to what else was asked."""
        return [Answer(other) for other in self._native.also]

    @property
    def tables(self) -> dict[str, str]:
        """Names of the tables, each with what it shows; "estimates" has all estimates, one a row."""
        return dict(self._native.tables)

    def table(self, name: str) -> _native.Table:
        """A table by its name.

        An estimate has a column for its value and others whose names end in `_std_error`, `_conf_low`, `_conf_high`
        (95 %) and `_n`.
        """
        with translated():
            return self._native.table(name)

    __getitem__ = table

    def text(self, details: bool = False) -> str:
        """What a terminal shows; with `details` all tables and methods too."""
        return self._native.text(details)

    def markdown(self) -> str:
        """A card of Markdown, to paste into a page."""
        return self._native.markdown()

    def page(self) -> Page:
        """The page with its picture, its tables and how it was found."""
        with translated():
            return Page(self._native.page())

    def to_dict(self) -> dict[str, Any]:
        """All of it as a dict, as `tolley ask --json` prints it."""
        return self._native.to_dict()

    def __str__(self) -> str:
        return "\n".join([self.sentence, *(other.sentence for other in self.also)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.page()._repr_html_()
