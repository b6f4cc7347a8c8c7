"""The exceptions of napkin."""


class Error(Exception):
    """What all exceptions of napkin have in common.

    What goes wrong outside of it is told by Python's own: a file that can't be read by ``OSError``, a value of a
    type that can't be by ``TypeError``, and what a file object raises by that.
    """


class OptionError(Error, ValueError):
    """An option has a value that makes no sense: a kind that there is none of, a base that is no URL."""


class InvalidUri(Error, ValueError):
    """A string that its grammar refuses.

    Attributes:
        uri: the string.
        at: the index of the first character that can't stand where it is; the length where the string ends too soon.
        rule: the rule that it breaks, by document, section and production: ``rfc3986 3.2.3 port``.
        reason: what is wrong, in a sentence for people.
    """

    def __init__(self, uri: str, at: int, rule: str, reason: str) -> None:
        super().__init__(uri, at, rule, reason)
        self.uri = uri
        self.at = at
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.uri!r} at {self.at}: {self.reason} ({self.rule})"


class DataError(Error, ValueError):
    """Arrow data that no links can be taken from: no such column, a type that holds no text, a name used twice."""


# They are shown, and pickled, by the names that people import them by.
for _error in (Error, OptionError, InvalidUri, DataError):
    _error.__module__ = "napkin_urls"
