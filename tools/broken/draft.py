"""Drafts: made-up sentences and URLs, before a program has had them. No name in them is known to any finder."""
import random

SYLLABLES = "ba ke lo mi nu ra se ti vo dra fel gor hin jas kul mor nel pri quo ris sta tor vel wen zan lum bri chal dor fen".split()
ENDINGS = "org com net io dev info de fr se nl ca ch at eu co.uk com.au".split()
FIRST = "www docs wiki blog files lists api news static archive forum git".split()
EXTENSIONS = "html htm pdf php txt tar.gz png json xml md".split()
KEYS = "id page lang q ref view sort utm_source from tab v session topic rev".split()
NOUNS = "report draft ferry garden minister index engine window bridge letter archive village committee orchard signal kettle harbour teacher".split()
VERBS = "explains replaces follows mentions improves delays describes needs watches supports".split()
TAILS = "in the evening;since last spring;without a reason;for most readers;after the meeting;on older machines;before it rains;every week".split(";")
AROUND = """See {} for the details.;The {noun} is described at {} and {tail}.;A copy ({}) is kept {tail}.;Please read {} before you answer.
The newest {noun} is at {}.;It was first shown on {}, then {tail}.;Look at <{}> first.;{Noun}: {};You can find it under {} {tail}.;Use "{}" instead.
{}""".replace("\n", ";").split(";")


class Draft:
    """A text to be made. `broken` asks for URLs that the program breaks or escapes; without it, for URLs that it leaves as they are."""

    def __init__(self, seed, broken):
        self.random = random.Random(seed)
        self.broken = broken
        self.urls = []
        self.width = self.random.randint(28, 56) if broken else self.random.randint(62, 78)

    def pick(self, *values):
        return self.random.choice(values)

    def word(self, least=2, most=3):
        return "".join(self.random.choices(SYLLABLES, k=self.random.randint(least, most)))

    def segment(self):
        """One part of a path or a fragment, or the value of a parameter."""
        return self.pick(self.word, self.word, lambda: f"{self.word()}-{self.word()}", lambda: f"{self.word()}_{self.word(1, 2)}",
                         lambda: f"{self.word()}-{self.word()}-{self.word()}", lambda: f"{self.random.randint(1, 99999)}", self.word,
                         lambda: f"{self.random.getrandbits(4 * self.pick(7, 12, 40)):x}", lambda: f"{self.word()}.{self.random.randint(0, 9)}",
                         lambda: f"{self.word()}%20{self.word()}", lambda: f"~{self.word()}")()

    def url(self, parameters=False):
        """A new URL. `parameters` asks for a query in it, which escapes change."""
        host = ".".join([*([self.pick(*FIRST)] if self.random.random() < .6 else []), self.word(2, 4), self.pick(*ENDINGS)])
        url = f"{self.pick('https', 'https', 'https', 'http')}://{host}{self.pick('', '', '', '', ':8080')}/"
        if not self.broken:
            url += self.pick("", f"{self.word()}", f"{self.word(1, 2)}/{self.random.randint(1, 999)}", f"{self.word()}/", f"{self.word()}.html")
        else:
            least = self.random.randint(48, 110)
            url += self.segment()
            while len(url) < least - 20:
                url += f"/{self.segment()}"
            url += self.pick("", "/", f".{self.pick(*EXTENSIONS)}", f"/{self.word()}.{self.pick(*EXTENSIONS)}")
            if parameters or self.random.random() < .4:
                url += "?" + "&".join(f"{key}={self.segment()}" for key in self.random.sample(KEYS, self.random.randint(2 if parameters else 1, 3)))
            if self.random.random() < .25:
                url += f"#{self.segment()}"
        self.urls.append(url)
        return url

    def sentence(self):
        noun, other = self.random.sample(NOUNS, 2)
        return f"The {noun} {self.pick(*VERBS)} the {other} {self.pick(*TAILS)}."

    def reference(self, parameters=False):
        """A sentence that has a URL."""
        noun = self.pick(*NOUNS)
        return self.pick(*AROUND).format(self.url(parameters), noun=noun, Noun=noun.title(), tail=self.pick(*TAILS))

    def paragraph(self, parameters=False):
        sentences = [self.sentence() for _ in range(self.random.randint(1, 3))]
        sentences.insert(self.random.randint(0, len(sentences)), self.reference(parameters))
        return " ".join(sentences)

    def text(self, parameters=False):
        """Two or three paragraphs, each one line, with empty lines between."""
        return "\n\n".join(self.paragraph(parameters) for _ in range(self.random.randint(2, 3))) + "\n"

    def rows(self, *columns):
        """Rows of a table that have these of the columns name, text and URL, by number."""
        rows = [(self.word().title(), self.sentence(), self.url()) for _ in range(self.random.randint(2, 4))]
        return [[row[column] for column in columns] for row in rows]
