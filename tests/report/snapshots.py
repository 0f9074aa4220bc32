"""Snapshots as one readable text file each."""

from __future__ import annotations

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TextSnapshot(SingleFileSnapshotExtension):
    """A snapshot in a `.txt` file of its own."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"
