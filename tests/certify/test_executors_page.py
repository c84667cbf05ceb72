"""docs/executors.md: every program on the page runs and proves what it says."""
from pathlib import Path
import re

import pytest

PAGE = Path(__file__).parents[2]/"docs"/"executors.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)


def test_the_page_has_programs():
    assert len(PROGRAMS) == 3


@pytest.mark.parametrize("program", PROGRAMS, ids=["processes", "dask", "resume"])
def test_programs_run(program, capsys):
    if "distributed" in program:
        pytest.importorskip("distributed", reason="distributed is not installed")
    exec(compile(program, str(PAGE), "exec"), {"__name__": "__main__"})
    assert "proved" in capsys.readouterr().out.splitlines()[-1]
