"""Spark where something goes wrong while it works: what was killed is done again, and the result is the same.

``pip install pyspark pandas`` and a Java of 17 or later run this, on Linux, whose ``/proc`` says which
processes there are.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import sys
import threading
import time

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("java is not installed", allow_module_level=True)
if not pathlib.Path("/proc/self/cmdline").exists():
    pytest.skip("there is no /proc to find processes in", allow_module_level=True)

import napkin_urls.spark  # noqa: E402
from pyspark import InheritableThread  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

ROWS = 100_000

# Executors find the driver by the name of this machine, which need not lead to it.
os.environ["SPARK_LOCAL_IP"], os.environ["SPARK_LOCAL_HOSTNAME"] = "127.0.0.1", "localhost"


@contextlib.contextmanager
def spark_on(master):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "1g")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        # A partition with most of the rows is to stay one.
        .config("spark.sql.adaptive.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()


def rows(spark):
    """Texts in eight partitions, of which one has more than all others, with nulls; and one text of 50 MB in the smallest."""
    text = "concat(repeat('nothing much ', 20), 'http://a.example/', id, ' (or www.b.example.org/', id, '), <http://c.example/\n ', id, '>')"
    each = f"if(id % 100 = 0, null, {text}) AS text"
    # The count depends on the row: as a constant the text would be part of the plan, which the driver sends with every task.
    long = spark.range(1).selectExpr("-1L AS id", "concat(repeat('nothing much happens here: ', 2000000 + CAST(id AS int)), 'http://long.example/') AS text")
    many = spark.range(0, ROWS * 3 // 4, 1, 1).selectExpr("id", each)
    return spark.range(ROWS * 3 // 4, ROWS, 1, 6).selectExpr("id", each).union(many).union(long)


def held_back(frame, folder):
    """The same rows, of which the first of the partition with most of them comes only once there is a file ``go`` in the folder. The file
    ``waits`` says which process waits for that.
    """

    def wait(batches):
        # Workers don't have this file: all that is used here is to come along.
        for batch in batches:
            if batch.column("id")[0].as_py() == 0:
                # It is there as a whole or not at all.
                (folder / "begun").write_text(str(os.getpid()))
                (folder / "begun").rename(folder / "waits")
                until = time.monotonic() + 120
                while not (folder / "go").exists() and time.monotonic() < until:
                    time.sleep(0.01)
            yield batch

    return frame.mapInArrow(wait, frame.schema)


def sums(spark, folder=None):
    """What is found, in numbers that do not depend on the order."""
    frame = rows(spark) if folder is None else held_back(rows(spark), folder)
    links = napkin_urls.spark.extract(frame, "text", ["id"])
    found = links.groupBy("host_ascii").agg(F.count("*"), F.sum("id"), F.sum("start"), F.sum(F.crc32("url")))
    return sorted(tuple(row) for row in found.collect())


def expected_counts():
    count = ROWS - ROWS // 100
    return {"a.example": count, "www.b.example.org": count, "c.example": count, "long.example": 1}


def processes(words):
    """The processes that this one, and those that it has started, have started, and that have these words in their command line."""
    parents, lines = {}, {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                lines[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return {process: parents[process] for process, line in lines.items() if words in line and os.getpid() in above(process, parents)}


def above(process, parents):
    """What has started a process, and what has started that, and so on."""
    while (process := parents.get(process, 0)) > 1:
        yield process


def killed_in_the_middle(spark, folder, find):
    """The sums of a job during which what `find` finds is killed, and how many of its tasks failed. It is killed when some tasks are
    done, and while one waits for that: `find` is told the process that does.
    """
    spark.sparkContext.setJobGroup("killed", "killed in the middle")
    result = []

    def job():
        result.append(sums(spark, folder))

    thread = InheritableThread(target=job)
    thread.start()
    tracker = spark.sparkContext.statusTracker()

    def stages():
        jobs = map(tracker.getJobInfo, tracker.getJobIdsForGroup("killed"))
        found = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
        return [stage for stage in found if stage]

    until = time.monotonic() + 300
    while not ((folder / "waits").exists() and any(stage.numCompletedTasks > 0 for stage in stages())):
        assert thread.is_alive() and time.monotonic() < until, "the job has failed before anything was killed"
        time.sleep(0.02)
    killed = find(int((folder / "waits").read_text()))
    assert killed, "there was nothing to kill"
    for process in killed:
        os.kill(process, signal.SIGKILL)
    (folder / "go").touch()
    failed = 0
    while thread.is_alive() and time.monotonic() < until:
        failed = max([failed, *(stage.numFailedTasks for stage in stages())])
        thread.join(0.05)
    assert result, "the job has failed"
    return result[0], failed


def test_a_worker_that_is_killed_a_partition_with_most_rows_and_a_text_of_50_mb(tmp_path):
    with spark_on("local[2,4]") as spark:
        undisturbed = sums(spark)
        assert {host: count for host, count, *_ in undisturbed} == expected_counts()
        assert next(start for host, _, _, start, _ in undisturbed if host == "long.example") == 27 * 2_000_000

        def workers(waiting):
            daemons = processes("pyspark.daemon")
            # Those that were forked from a daemon, and have not ended.
            found = [process for process, parent in daemons.items() if parent in daemons]
            assert waiting in found
            return found

        found, failed = killed_in_the_middle(spark, tmp_path, workers)
        assert found == undisturbed
        assert failed > 0, "what was killed had nothing to do"


def test_an_executor_that_is_killed(tmp_path):
    with spark_on("local-cluster[2,1,1024]") as spark:
        undisturbed = sums(spark)
        assert {host: count for host, count, *_ in undisturbed} == expected_counts()

        def executor(waiting):
            """That which the process that waits works for."""
            executors = processes("CoarseGrainedExecutorBackend --")
            return [process for process in above(waiting, processes("")) if process in executors]

        found, failed = killed_in_the_middle(spark, tmp_path, executor)
        assert found == undisturbed
        assert failed > 0, "what was killed had nothing to do"
