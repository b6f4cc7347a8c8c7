"""How many rows a second Spark searches with napkin, beside its own regular expressions and Python functions.

    pip install ./bindings/python pyspark pyarrow linkify-it-py urlextract
    python bindings/python/benches/spark.py [--rows 10000000]

Spark runs on two threads of this machine. The rows are texts of about a kilobyte, every second of them a message with a header and
quoted lines, made as `compare.py` makes them: some thousands that repeat. Each contender finds the URLs of its rows and adds up their
lengths; one round is run before, for Spark to start its workers. The slower ones get fewer of the same rows, as the table says. What
they find differs: only napkin judges by a grammar and puts together what is broken. While napkin searches, the memory of Spark's
Python workers is looked at ten times a second.
"""

import argparse
import contextlib
import os
import pathlib
import sys
import tempfile
import threading
import time

import pyarrow
import pyarrow.parquet
from compare import rows
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, StringType

import napkin_urls.spark

DISTINCT = 20_000
PATTERN = r"(?:https?|ftp)://[^\s<>\"]+|www\.[^\s<>\"]+"


def texts(count: int):
    """As many texts, every second of them a message."""
    for number, text in enumerate(rows(count)):
        if number % 2:
            quoted = "\n".join(f"> {line}" for line in text.splitlines())
            text = f"From: Kim Roe <kim@kim.example>\nTo: sam@sam.example\nSubject: Re: Soup {number}\n\nSam wrote:\n{quoted}\n\nFound it!\n"
        yield text


def with_napkin(frame: DataFrame) -> DataFrame:
    return napkin_urls.spark.extract(frame, "text").select("url")


def with_pattern(frame: DataFrame) -> DataFrame:
    found = F.regexp_extract_all("text", F.lit(PATTERN), F.lit(0))
    return frame.select(F.explode(found).alias("url"))


def with_linkify_it(frame: DataFrame) -> DataFrame:
    def urls(text):
        from linkify_it import LinkifyIt

        urls.finder = getattr(urls, "finder", None) or LinkifyIt()
        return [match.url for match in urls.finder.match(text) or []]

    return frame.select(F.explode(F.udf(urls, ArrayType(StringType()))("text")).alias("url"))


def with_urlextract(frame: DataFrame) -> DataFrame:
    def urls(text):
        from urlextract import URLExtract

        urls.finder = getattr(urls, "finder", None) or URLExtract(cache_dir=None)
        return urls.finder.find_urls(text)

    return frame.select(F.explode(F.udf(urls, ArrayType(StringType()))("text")).alias("url"))


def measure(search, frame: DataFrame) -> tuple[float, int]:
    """The seconds that the search takes, and how many links it finds."""
    start = time.perf_counter()
    links, _ = search(frame).agg(F.count("*"), F.sum(F.length("url"))).first()
    return time.perf_counter() - start, links


class Watch:
    """The most memory that one of Spark's Python workers has had at a time, in MiB, as long as it is watched."""

    def __enter__(self):
        self.most, self.is_over = 0, threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def look(self):
        while not self.is_over.wait(0.1):
            for process in pathlib.Path("/proc").glob("[0-9]*"):
                with contextlib.suppress(OSError):
                    if b"pyspark.daemon" in (process / "cmdline").read_bytes():
                        pages = int((process / "statm").read_text().split()[1])
                        self.most = max(self.most, pages * os.sysconf("SC_PAGESIZE") >> 20)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    arguments = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        pyarrow.parquet.write_table(pyarrow.table({"text": list(texts(DISTINCT))}), f"{folder}/texts.parquet")
        distinct = spark.read.parquet(f"{folder}/texts.parquet")

        def repeated(count: int) -> DataFrame:
            if count < 2 * DISTINCT:
                return distinct.limit(count).repartition(2)
            return spark.range(count // DISTINCT, numPartitions=8).crossJoin(F.broadcast(distinct)).select("text")

        print("| with | rows | links | seconds | rows a second |\n| --- | --- | --- | --- | --- |")
        for name, search, share in [
            ("napkin", with_napkin, 1),
            ("`regexp_extract_all`", with_pattern, 20),
            ("linkify-it-py in a Python function", with_linkify_it, 2000),
            ("urlextract in a Python function", with_urlextract, 10_000),
        ]:
            frame = repeated(arguments.rows // share)
            measure(search, repeated(100))
            count = frame.count()
            with Watch() as watch:
                seconds, links = measure(search, frame)
            print(f"| {name} | {count} | {links} | {seconds:.1f} | {count / seconds:,.0f} |", flush=True)
            if search is with_napkin:
                most = watch.most
    spark.stop()
    print(f"\nWhile napkin searched, no Python worker had more than {most} MiB.")


if __name__ == "__main__":
    main()
