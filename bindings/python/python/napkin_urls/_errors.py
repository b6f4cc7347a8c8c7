"""The exceptions of napkin."""


class Error(Exception):
    """The base class of napkin's exceptions.

    Other errors raise Python's own exceptions: ``OSError`` for a file that can't be read, ``TypeError`` for a value of a wrong
    type. An exception of a file object is passed on.
    """


class OptionError(Error, ValueError):
    """An option has a bad value: an unknown kind, or a base that is not a URL."""


class InvalidUri(Error, ValueError):
    """A string does not match its grammar.

    Attributes:
        uri: the string.
        at: the index of the first wrong character, or the length if the string ends too soon.
        rule: the rule that it breaks, by document, section and production: ``rfc3986 3.2.3 port``.
        reason: the reason, as a sentence.
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
    """Arrow data that can't be searched: a missing column, a type without text, or a name used twice."""


# Tracebacks and pickles use the public names.
for _error in (Error, OptionError, InvalidUri, DataError):
    _error.__module__ = "napkin_urls"
