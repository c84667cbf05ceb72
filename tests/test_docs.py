"""The code in the documentation runs."""
from pathlib import Path
import re

import pytest

CASCADE = (Path(__file__).parent.parent/"docs"/"cascade.md").read_text()


def test_the_example_with_another_family_and_loss_prints_what_the_page_shows(capsys):
    blocks = re.findall(r"```python\n(.*?)```\n\n    (.*?)\n", CASCADE, re.S)
    assert len(blocks) == 1
    code, shown = blocks[0]
    exec(compile(code, "docs/cascade.md", "exec"), {})
    printed = capsys.readouterr().out.strip()
    number = r"\d+(?:\.\d*)?"
    assert re.sub(number, "", printed) == re.sub(number, "", shown)
    numbers = [[float(x) for x in re.findall(number, line)] for line in (printed, shown)]
    assert len(numbers[0]) == 6 and numbers[0] == pytest.approx(numbers[1], abs=0.011)   # the last digits are machine's
