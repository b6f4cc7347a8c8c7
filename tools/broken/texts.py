"""Makes the texts: drafts that programs have broken, each with the right URLs and their pieces; and controls, in which every URL is whole."""
import collections
import concurrent.futures
import json
import os

import frames
import notations
import pieces
import programs
import wrapping
from draft import Draft

# Drafts to try for each text that is wanted: lines often break elsewhere.
TRIES = 12
PROGRAMS = wrapping.PROGRAMS + frames.PROGRAMS + notations.PROGRAMS


def texts_of(program, version, seed, count):
    """Texts and controls of one program, and why drafts failed. A draft that fails, or comes out as the other of the two, is left out."""
    rows, faults = [], collections.Counter()
    for broken in (True, False):
        made = 0
        for attempt in range(TRIES * count):
            if made == count:
                break
            draft = Draft(f"{seed}:{program.name}:{broken}:{attempt}", broken)
            try:
                text = program.make(draft)
                urls = pieces.locate(text, draft.urls, program.gap)
            except Exception as fault:  # whatever a package raises
                faults[str(fault)[-160:]] += 1
                continue
            if broken == any(text[start:end] != url["url"] for url in urls for start, end in url["pieces"]):
                made += 1
                rows.append({"id": f"{program.name}-{'text' if broken else 'control'}-{made}", "program": program.name, "version": version,
                             "unseen": programs.is_unseen(program), "control": not broken, "undo": program.undo, "text": text, "urls": urls})
    return rows, faults


def make(folder, seed, count, wanted, any_version):
    """Writes `texts.jsonl` into a folder, with the texts of the programs that are `wanted`, or of all. Prints which programs are missing."""
    chosen = [program for program in PROGRAMS if not wanted or program.registry in wanted or program.name in wanted]
    here, missing = programs.available(chosen, any_version)
    folder.mkdir(parents=True, exist_ok=True)
    kinds = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool, open(folder / "texts.jsonl", "w", encoding="utf-8") as out:
        for (program, _), (rows, faults) in zip(here, pool.map(texts_of, *zip(*[(*each, seed, count) for each in here]))):
            if faults and len(rows) < 2 * count:
                print(f"{program.name}: {sum(faults.values())} drafts failed, such as: {faults.most_common(1)[0][0]}")
            kinds.update("controls" if row["control"] else "texts" for row in rows)
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    print(f"{kinds['texts']} texts and {kinds['controls']} controls by {len(here)} programs")
    if missing:
        print(missing)
    return 0 if kinds else 1
