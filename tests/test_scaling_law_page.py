"""The examples of `docs/scaling_law.md` run and print what the page says; its symbols exist."""
from pathlib import Path
import re

import pytest

from numerics import lazy_kernels, lazy_transformer, scaling_law

PAGE = (Path(__file__).parent.parent/"docs"/"scaling_law.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)
PRINTED = re.findall(r"```text\n(.*?)```", PAGE, re.S)


def test_the_page_has_an_output_for_each_example():
    assert len(EXAMPLES) == len(PRINTED) == 2


@pytest.mark.parametrize("code, printed", list(zip(EXAMPLES, PRINTED)), ids=["law", "model"])
def test_examples_print_what_the_page_says(code, printed, capsys):
    exec(compile(code, "docs/scaling_law.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_names_in_the_table_of_symbols_exist():
    modules = (scaling_law, lazy_transformer, lazy_kernels)
    table = PAGE.split("## Symbols")[1]
    names = {name for row in table.splitlines() if row.startswith("| ") and "---" not in row
             for name in re.findall(r"`(\w{3,})[(`.]", row.split("|")[2])}
    names -= {"scaling_law", "depth", "width", "dimension"}
    assert len(names) >= 18
    assert not [name for name in names if not any(hasattr(module, name) for module in modules)]
