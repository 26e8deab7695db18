"""The checklist has 86 rows, and each has its test: the number behind `test_` in the files of this folder is the row's."""

import re
from collections import defaultdict
from pathlib import Path

ROWS = range(1, 87)


def rows_with_tests():
    """Files and functions by row."""
    found = defaultdict(list)
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for number, name in re.findall(r"^def (?:test_(\d\d)_(\w+))\(", path.read_text(), re.M):
            found[int(number)].append(f"{path.name}::test_{number}_{name}")
    return found


def test_every_row_has_a_test_and_every_test_a_row():
    found = rows_with_tests()
    assert [row for row in ROWS if row not in found] == []
    assert [tests for row, tests in found.items() if row not in ROWS] == []


def test_names_are_not_used_twice():
    """The later of two functions of one name would hide the earlier."""
    names = [name for tests in rows_with_tests().values() for name in tests]
    assert len(names) == len(set(names))
