#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a history that Watchkeeper keeps, by resources/help/format.md and nothing else: the proof that the page suffices.

usage: readhistory.py FOLDER [SET]

Prints a line a row: its number, time, type, class, kind, namespace, name, resourceVersion, and the JSON of the object as
it came, with tabs between them; on standard error what is damaged. FOLDER is a cluster's; without SET the newest one.
Exits with 77 where there is no libzstd."""

import os
import re
import struct
import sys
import urllib.parse

from historybytes import Broken, Bytes, body_of, records, splice, unpack

CHUNK = 2048
WATCH, TEXTS, SETS, TABLE, REFERENCE, DICTIONARY, BODIES, BESIDES, ROWS, FOLDS, PIECE = range(17, 28)
COLUMNS = [("time", "q"), ("version", "Q"), ("revision", "II"), ("watch", "I"), ("kind", "I"), ("namespace", "I"),
           ("name", "I"), ("managers", "I"), ("paths", "I"), ("size", "I"), ("part", "I"), ("table", "I"),
           ("changes", "I"), ("notable", "I"), ("type", "B"), ("class", "B")]
TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "LIST", "RELIST", "RECONNECT", "GAP"]
CLASSES = ["live", "resumed", "initial", "inferred", "replayed"]
PACKED = 32
KINDS, NAMESPACES, NAMES = range(3)
WORD = 0xFFFFFFFE


# --- What the records say ---

class History:
    def __init__(self):
        self.texts = {}  # by pool and number
        self.references = {}
        self.watches = {}  # by number: how its rows find the store
        self.dictionaries = {}  # by store and number
        self.bodies = {}  # by store, chunk and offset
        self.words = {}  # by row: the version
        self.lines = {}  # some texts of bodies that were asked for
        self.rows = None  # whose folds follow
        self.next = 0  # rows before have come

    def read(self, path, most=None):
        for kind, content in records(path, most):
            rows, self.rows = self.rows, None
            if kind == PACKED:
                reader = Bytes(content)
                kind, content = reader.number(), unpack(reader.rest(), b"")
            reader = Bytes(content)
            take = {WATCH: self.take_watch, TEXTS: self.take_texts, REFERENCE: self.take_references,
                    DICTIONARY: self.take_dictionary, BODIES: self.take_bodies, BESIDES: self.take_besides}.get(kind)
            try:
                if take:
                    take(reader)
                elif kind == ROWS:
                    self.rows = content
                elif kind == FOLDS and rows is not None:
                    yield from self.chunk(rows, reader)
                elif kind == PIECE:
                    yield from self.piece(reader)
            except Broken as why:
                print(f"{path}: {why}", file=sys.stderr)

    def take_texts(self, reader):
        pool = reader.number()
        while not reader.at_end():
            number = reader.number()
            self.texts[pool, number] = reader.text().decode("utf-8", "replace")

    def take_references(self, reader):
        while not reader.at_end():
            number = reader.number()
            self.references[number] = self.whole_object(reader)

    def take_watch(self, reader):
        watch = reader.number()
        reader.text()
        reader.maybe(lambda: ([reader.text() for _ in range(8)], [reader.texts() for _ in range(3)], reader.number()))
        reader.number(), reader.number()
        reader.maybe(reader.signed)
        reader.number()
        reader.maybe(reader.number)
        reader.maybe(reader.signed)
        [reader.number() for _ in range(reader.number())]
        reader.maybe(reader.signed)
        [reader.number() for _ in range(reader.number())]
        newest = reader.number()
        before = [(reader.number(), reader.number()) for _ in range(reader.number())]
        self.watches[watch] = (newest, before)

    def store_of(self, watch, row):
        newest, before = self.watches.get(watch, (0, []))
        return next((store for end, store in before if row < end), newest) - 1

    def take_dictionary(self, reader):
        key = reader.number(), reader.number()
        self.dictionaries[key] = reader.rest()

    def take_bodies(self, reader):
        store, chunk, count = reader.number(), reader.number(), reader.number()
        offset = 0
        for _ in range(count):
            offset += reader.number()
            self.bodies[store, chunk, offset] = body_of(reader.text())

    def take_besides(self, reader):
        while not reader.at_end():
            row, what = reader.number(), reader.number()
            if what == 0:
                self.words[row] = self.word(reader)
            elif what == 1:
                self.whole_object(reader)
            elif what > 3:
                raise Broken("something beside the columns that nobody knows")

    @staticmethod
    def word(reader):
        [reader.number() for _ in range(3)]
        reader.signed()
        version = reader.text().decode()
        reader.number(), reader.text(), reader.text(), reader.signed(), reader.signed(), reader.text()
        reader.text(), reader.text(), reader.signed(), reader.text(), reader.signed()
        reader.signed()
        [reader.number() for _ in range(5)]
        reader.signed(), reader.number(), reader.text()
        return version

    def whole_object(self, reader):
        reader.number()
        return unfold(Bytes(reader.text()), {})

    def line(self, store, place, depth=32):
        """Of a body, with where in it the object is."""
        body = self.bodies.get((store, *place))
        if body is None or body.depth >= depth:
            raise Broken("a body is missing")
        known = self.lines.get((store, *place, body))
        if known is not None:
            return known, body
        payload = body.payload
        if body.dictionary is not None:
            dictionary = self.dictionaries.get((store, body.dictionary)) if body.dictionary else b""
            if dictionary is None:
                raise Broken("a dictionary is missing")
            payload = unpack(payload, dictionary)
        text = splice(self.line(store, body.base, body.depth)[0], payload, body.size) if body.base else payload
        if len(self.lines) > 4096:
            self.lines.clear()
        self.lines[(store, *place, body)] = text
        return text, body

    # Rows

    def chunk(self, rows, folds):
        head = Bytes(rows[:len(rows) - CHUNK * 74])
        first = head.number()
        if folds.number() != first or first % CHUNK:
            return
        fixed = Bytes(rows, len(rows) - CHUNK * 74)
        yield from self.told(first, CHUNK, fixed, folds, 0)

    def piece(self, reader):
        first, count = reader.number(), reader.number()
        reader.signed(), reader.number()
        yield from self.told(first, count, reader, reader, reader.number())

    def told(self, first, count, fixed, behind, begin):
        columns = {}
        for name, form in COLUMNS:
            data = fixed.take(count * struct.calcsize("<" + form))
            columns[name] = list(struct.iter_unpack("<" + form, data))
        fixed.take(4 * count)  # what each does to the lives
        places = struct.unpack(f"<{count}I", behind.take(4 * count))
        folds = behind.rest()
        for index in range(count):
            row = first + index
            if row < self.next:
                continue
            self.next = row + 1
            values = {name: value[index] for name, value in columns.items()}
            place = places[index]
            thing = self.folded(Bytes(folds, place - 1 - begin)) if place else None
            yield row, self.sentence(row, values, thing)

    def folded(self, reader):
        reference = self.references.get(reader.number())
        return unfold(reader, reference) if reference is not None else None

    def sentence(self, row, values, thing):
        text = lambda pool, name: self.texts.get((pool, values[name][0]), "")
        kind, origin = values["type"][0], values["class"][0]
        version = str(values["version"][0] or "")
        if not version and thing:
            version = thing.get("version", "")
        if not version and values["part"][0] == WORD:
            version = self.words.get(row, "")
        what = "LISTED" if (kind, origin) == (0, 2) else TYPES[kind]
        return [str(values["time"][0]), what, CLASSES[origin], text(KINDS, "kind"), text(NAMESPACES, "namespace"),
                text(NAMES, "name"), version, self.json(row, values)]

    def json(self, row, values):
        if values["revision"][0] == 0:
            return ""
        try:
            line, body = self.line(self.store_of(values["watch"][0], row), values["revision"])
        except Broken as why:
            print(f"row {row}: {why}", file=sys.stderr)
            return ""
        return line[body.offset:len(line) - body.behind].decode("utf-8", "replace")


def entry(reader, base):
    return reader.moment(base), reader.take(3), reader.number()


def cell(reader):
    kind = reader.take(1)[0]
    if kind < 3:
        return (None, False, True)[kind]
    if kind == 4:
        return struct.unpack("<d", reader.take(8))[0]
    return reader.signed() if kind == 3 else reader.text()


def places(reader, items, take):
    items = list(items)
    place = reader.number()
    while place:
        if place > len(items):
            raise Broken("there is no such place")
        items[place - 1] = take(items[place - 1])
        place = reader.number()
    return items


def unfold(reader, base):
    made = dict(base)
    bits = reader.number()
    text = lambda: reader.text().decode("utf-8", "replace")
    listed = lambda take: [take() for _ in range(reader.number())]
    fields = [
        ("namespace", text), ("name", text), ("uid", text),
        ("version", lambda: str(int(base.get("version") or 0) + reader.signed())), ("version", text),
        ("created", lambda: reader.moment(base.get("created"))),
        ("deleting", lambda: reader.moment(base.get("deleting"))),
        ("labels", lambda: listed(lambda: (text(), text()))),
        ("owners", lambda: listed(lambda: (text(), text(), text(), text(), reader.number()))),
        ("managers", lambda: listed(lambda: ((text(), text(), text()), entry(reader, None)))),
        ("managers", lambda: places(reader, base.get("managers", []),
                                    lambda old: (old[0], entry(reader, old[1][0])))),
        ("node", text), ("phase", text), ("ready", reader.number),
        ("cells", lambda: listed(lambda: cell(reader))),
        ("cells", lambda: places(reader, base.get("cells", []), lambda old: cell(reader))),
        ("body", lambda: (base.get("body", 0) + reader.signed()) % (1 << 64)),
        ("unreadable", reader.number), ("seen", lambda: reader.moment(base.get("seen")))]
    for bit, (name, take) in enumerate(fields):
        if bits >> bit & 1:
            made[name] = take()
    return made


# --- The files of a folder ---

NAME = re.compile(r"(\d{8}T\d{6}Z-[0-9a-f]{6})\.(\d{6})\.(wklog|tail)")


def note(path):
    try:
        lines = open(path, encoding="utf-8").read(64 << 10).split("\n")
    except OSError:
        return {}
    words = (line.split(" ", 1) for line in lines[1:] if " " in line)
    return {key: urllib.parse.unquote(word) for key, word in words} if lines[0] == "watchkeeper history 1" else {}


def files_of(folder, last):
    """Path and how much of it, in the order in which they are read; the newest set's without a name."""
    sets = {}
    for name in sorted(os.listdir(folder), reverse=True):  # of one number the segment comes last, and counts
        if match := NAME.fullmatch(name):
            sets.setdefault(match[1], {})[int(match[2])] = os.path.join(folder, name)
    chosen = last or max(sets, default="")
    chain = []
    end, most, seen = 1 << 32, None, set()
    while chosen in sets and chosen not in seen:
        seen.add(chosen)
        segments = [number for number, path in sets[chosen].items() if path.endswith(".wklog")]
        first = min(segments, default=0) if end > 1 or (end == 1 and most != 0) else 0
        pieces = sorted(item for item in sets[chosen].items() if item[0] <= end and (item[0] > 0 or first <= 1))
        pieces = [(path, most if number == end else None) for number, path in pieces]
        chain[:0] = [piece for piece in pieces if piece[1] != 0]
        base = note(os.path.join(folder, chosen + ".base")) if first <= 1 else {}
        chosen, end, most = base.get("set", ""), int(base.get("number", 0)), int(base.get("bytes", 0))
    return chain


def main(folder, last=None):
    history = History()
    for path, most in files_of(folder, last):
        try:
            for row, sentence in history.read(path, most):
                print(row, *sentence, sep="\t")
        except Broken as why:
            print(why, file=sys.stderr)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
