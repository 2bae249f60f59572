# SPDX-License-Identifier: GPL-3.0-or-later
"""Values, frames and bodies, as resources/help/format.md says they lie in a file."""

import collections
import ctypes
import ctypes.util
import struct
import sys

MAGIC = b"WKLOG\r\n\x01"
MARK = b"\xf6WK\x1a"
HEAD = 16
MOST_FRAME = (32 << 20) + (128 << 10) + 32
MOST_RECORDS = 65537
PART = 15


class Broken(Exception):
    pass


def crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


CRC = crc_table()


def crc32c(data):
    value = 0xFFFFFFFF
    table = CRC
    for byte in data:
        value = table[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFFFFFF


class Bytes:
    """Takes values from the front."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at

    def at_end(self):
        return self.at >= len(self.data)

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Broken("the bytes end within a value")
        self.at += count
        return self.data[self.at - count:self.at]

    def rest(self):
        return self.take(len(self.data) - self.at)

    def number(self):
        value = 0
        for shift in range(0, 70, 7):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise Broken("a number has no end")

    def signed(self):
        value = self.number()
        return value >> 1 ^ -(value & 1)

    def text(self):
        return self.take(self.number())

    def texts(self):
        return [self.text() for _ in range(self.number())]

    def moment(self, base):
        return (base or 0) + self.signed() if self.number() else None

    def maybe(self, take):
        return take() if self.number() else None


# --- The frames of a file ---

def records_of(data, count):
    reader = Bytes(data)
    records = []
    while not reader.at_end():
        kind = reader.number()
        records.append((kind, reader.take(reader.number())))
    if len(records) != count or count > MOST_RECORDS:
        raise Broken("not as many records as it says")
    return records


def frame_at(data, at):
    if data[at:at + 4] != MARK or len(data) - at < HEAD:
        return None
    size, crc, count = struct.unpack_from("<III", data, at + 4)
    body = data[at + HEAD:at + HEAD + size]
    if size > MOST_FRAME or len(body) < size:
        return None
    if crc32c(struct.pack("<QII", at, size, count) + body) != crc:
        return None
    try:
        return records_of(body, count), at + HEAD + size
    except Broken:
        return None


def records(path, most):
    """Of a file, whole ones alone; (None, b"") where some are lost. Those in parts are put together."""
    with open(path, "rb") as file:
        data = file.read() if most is None else file.read(most)
    if data[:8] != MAGIC:
        later = data[:7] == MAGIC[:7]
        raise Broken(path + (": it was written by a later version" if later else ": it is no segment"))
    whole = at = 8
    parts = b""
    while at >= 0:
        found = frame_at(data, at)
        if found is None:
            at = data.find(MARK, at + 1)
            continue
        if at > whole:
            print(f"{path}: {at - whole} bytes at {whole} are damaged", file=sys.stderr)
            parts = b""
            yield None, b""
        for kind, content in found[0]:
            if kind == PART:
                parts += content
                continue
            yield kind, parts + content
            parts = b""
        whole = at = found[1]


# --- Bodies ---

def zstd():
    name = ctypes.util.find_library("zstd") or "libzstd.so.1"
    try:
        library = ctypes.CDLL(name)
    except OSError:
        print("there is no libzstd", file=sys.stderr)
        sys.exit(77)
    library.ZSTD_createDCtx.restype = ctypes.c_void_p
    library.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
    library.ZSTD_getFrameContentSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    library.ZSTD_isError.argtypes = [ctypes.c_size_t]
    library.ZSTD_decompress_usingDict.restype = ctypes.c_size_t
    library.ZSTD_decompress_usingDict.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p,
                                                  ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    return library


ZSTD = zstd()
CONTEXT = ZSTD.ZSTD_createDCtx()


def unpack(payload, dictionary):
    frame = b"\x28\xb5\x2f\xfd" + payload
    size = ZSTD.ZSTD_getFrameContentSize(frame, len(frame))
    if size > 256 << 20:
        raise Broken("a packed text does not say how long it is")
    room = ctypes.create_string_buffer(max(size, 1))
    done = ZSTD.ZSTD_decompress_usingDict(CONTEXT, room, size, frame, len(frame), dictionary, len(dictionary))
    if ZSTD.ZSTD_isError(done) or done != size:
        raise Broken("a packed text is damaged")
    return room.raw[:size]


def splice(base, pieces, size):
    reader = Bytes(pieces)
    text = bytearray()
    at = 0
    while not reader.at_end():
        inserted = reader.take(reader.number())
        text += inserted
        if reader.at_end():
            break
        copied = reader.number()
        at += len(inserted) + (reader.signed() if copied & 1 else 0)
        if at < 0 or at + (copied >> 1) > len(base):
            raise Broken("a splice reaches beyond its base")
        text += base[at:at + (copied >> 1)]
        at += copied >> 1
    if len(text) != size:
        raise Broken("a splice makes a text of another size")
    return bytes(text)


Body = collections.namedtuple("Body", "depth dictionary size offset behind base payload")


def body_of(data):
    reader = Bytes(data)
    flags = reader.take(1)[0]
    if flags & 0x80:
        raise Broken("a body has a flag that nobody knows")
    dictionary = reader.number() if flags & 0x20 else None
    size = reader.number()
    offset, behind = (0, 0) if flags & 0x40 else (reader.number(), reader.number())
    base = (reader.number(), reader.number()) if flags & 0x1F else None
    return Body(flags & 0x1F, dictionary, size, offset, behind, base, reader.take(reader.number()))
