"""Reads PNG pictures and compares them, with the standard library alone."""

import struct
import zlib


def read_png(data):
    """Gives width, height and the rows of 8-bit RGB, without alpha."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG picture"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colour in (2, 6) and not interlaced, "not 8-bit RGB or RGBA"
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    channels = 3 if colour == 2 else 4
    return width, height, unfiltered(zlib.decompress(packed), width, height, channels)


def unfiltered(raw, width, height, channels):
    stride, rows = width * channels, []
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1:start + 1 + stride])
        FILTERS[raw[start]](row, above, channels)
        above = row
        rows.append(bytes(row) if channels == 3 else without_alpha(row))
    return rows


def without_alpha(row):
    out = bytearray(len(row) // 4 * 3)
    for channel in range(3):
        out[channel::3] = row[channel::4]
    return bytes(out)


def left(row, above, n):
    for i in range(n, len(row)):
        row[i] = (row[i] + row[i - n]) & 255


def up(row, above, n):
    for i in range(len(row)):
        row[i] = (row[i] + above[i]) & 255


def average(row, above, n):
    for i in range(len(row)):
        row[i] = (row[i] + ((row[i - n] if i >= n else 0) + above[i]) // 2) & 255


def paeth(row, above, n):
    for i in range(len(row)):
        a, b, c = (row[i - n], above[i], above[i - n]) if i >= n else (0, above[i], 0)
        p = a + b - c
        pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
        row[i] = (row[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255


FILTERS = [lambda row, above, n: None, left, up, average, paeth]


def share_alike(first, second, tolerance=16):
    """The share of pixels whose channels all differ by at most the tolerance; 0 for pictures of different sizes."""
    (width, height, rows1), (width2, height2, rows2) = read_png(first), read_png(second)
    if (width, height) != (width2, height2):
        return 0.0
    alike = 0
    for row1, row2 in zip(rows1, rows2):
        if row1 == row2:
            alike += width
            continue
        near = [abs(a - b) <= tolerance for a, b in zip(row1, row2)]
        alike += sum(1 for i in range(0, 3 * width, 3) if near[i] and near[i + 1] and near[i + 2])
    return alike / (width * height)
