"""How many public scripts reach every step (Tests/Fixtures/locators/count.yaml): the elements that they need are rows of the locator
files, which other tests find in Chromium, and the sums meet the bars."""

from pathlib import Path

import pytest
import yaml

FOLDER = Path(__file__).parents[1] / "Fixtures/locators"
COUNT = yaml.safe_load((FOLDER / "count.yaml").read_text())


@pytest.mark.parametrize(
    "witness", [witness for row in COUNT["rows"] for witness in row["witnesses"]], ids=str)
def test_witness_is_a_row_that_other_tests_find(witness):
    pages = yaml.safe_load((FOLDER / f"{witness['file']}.yaml").read_text())
    locator = {name: value for name, value in witness.items() if name not in ("file", "page")}
    assert any(locator.items() <= row.items() for row in pages[witness["page"]])


@pytest.mark.parametrize("scripts", COUNT["bars"])
def test_sum_of_scripts_meets_its_bar(scripts):
    total = COUNT["before"][scripts] + sum(row["counts"][scripts] for row in COUNT["rows"])
    assert total >= COUNT["bars"][scripts]
