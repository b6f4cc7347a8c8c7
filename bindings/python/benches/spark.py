"""How many rows a second Spark searches with napkin, beside its own regular expressions and a Python function.

    pip install ./bindings/python pyspark pyarrow linkify-it-py
    python bindings/python/benches/spark.py [--rows 10000000]

Spark runs on two threads of this machine. The rows are texts of about a kilobyte, made as `compare.py` makes them: some thousands
that repeat. Each contender finds the URLs of all rows, the Python function those of as many as it takes some seconds for, and adds up
their lengths; one round is run before, for Spark to start its workers. What they find differs: only napkin judges by a grammar and
puts together what is broken.
"""

import argparse
import os
import resource
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet
from compare import rows
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, StringType

import napkin.spark

DISTINCT = 20_000
PATTERN = r"(?:https?|ftp)://[^\s<>\"]+|www\.[^\s<>\"]+"


def with_napkin(frame: DataFrame) -> DataFrame:
    return napkin.spark.extract(frame, "text").select("url")


def with_pattern(frame: DataFrame) -> DataFrame:
    found = F.regexp_extract_all("text", F.lit(PATTERN), F.lit(0))
    return frame.select(F.explode(found).alias("url"))


def with_linkify_it(frame: DataFrame) -> DataFrame:
    def urls(text):
        from linkify_it import LinkifyIt

        urls.finder = getattr(urls, "finder", None) or LinkifyIt()
        return [match.url for match in urls.finder.match(text) or []]

    return frame.select(F.explode(F.udf(urls, ArrayType(StringType()))("text")).alias("url"))


def measure(search, frame: DataFrame) -> tuple[float, int]:
    """The seconds that the search takes, and how many links it finds."""
    start = time.perf_counter()
    links, _ = search(frame).agg(F.count("*"), F.sum(F.length("url"))).first()
    return time.perf_counter() - start, links


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    arguments = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        pyarrow.parquet.write_table(pyarrow.table({"text": list(rows(DISTINCT))}), f"{folder}/texts.parquet")
        texts = F.broadcast(spark.read.parquet(f"{folder}/texts.parquet"))

        def repeated(count: int) -> DataFrame:
            return spark.range(max(1, count // DISTINCT), numPartitions=8).crossJoin(texts).select("text")

        frame, few = repeated(arguments.rows), repeated(arguments.rows // 200)
        print("| with | rows | links | rows a second |\n| --- | --- | --- | --- |")
        contenders = [("napkin", with_napkin, frame), ("`regexp_extract_all`", with_pattern, frame)]
        for name, search, frame in [*contenders, ("linkify-it-py in a Python function", with_linkify_it, few)]:
            measure(search, repeated(DISTINCT))
            count = frame.count()
            seconds, links = measure(search, frame)
            print(f"| {name} | {count} | {links} | {count / seconds:,.0f} |", flush=True)
    spark.stop()
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"\nThe largest process that ended, Spark's own or a worker, had {most / 1024:.0f} MiB.")


if __name__ == "__main__":
    main()
