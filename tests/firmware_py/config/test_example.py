"""The configuration written out: the commented example and the effective one."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.config import Config, TableConfig, check_config, commented_example, to_toml
from firmware_py.errors import ConfigError


def test_the_example_as_it_stands_gives_the_defaults() -> None:
    assert check_config(tomllib.loads(commented_example())) == Config()


def test_the_example_without_its_marks_gives_the_defaults_too() -> None:
    plain = re.sub(r"^#(?! )", "", commented_example(), flags=re.MULTILINE)
    values = tomllib.loads(plain)
    assert check_config(values) == Config()
    assert values["dice"]["source"] == "virtual"


def test_the_example_explains_every_key() -> None:
    lines = commented_example().splitlines()
    for name in Config.model_fields:
        section = getattr(Config(), name)
        keys = [name] if isinstance(section, str) else list(type(section).model_fields)
        assert isinstance(section, str) or f"[{name}]" in lines
        for key in keys:
            at = next(i for i, line in enumerate(lines) if line.startswith(f"#{key} = "))
            assert lines[at - 1].startswith("# Takes ")
            assert lines[at - 2].startswith("# ")


def test_the_effective_configuration_reads_back() -> None:
    assert check_config(tomllib.loads(to_toml(Config()))) == Config()


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=12), max_size=4))
def test_names_of_every_kind_are_written_so_that_they_read_back(seats: dict[str, str]) -> None:
    try:
        str(seats).encode()
    except UnicodeEncodeError:  # lone surrogates have no form in UTF-8
        return
    config = Config(table=TableConfig(seats=seats))
    assert check_config(tomllib.loads(to_toml(config))) == config


def test_the_language_stands_before_the_sections() -> None:
    config = check_config({"language": "fi"})
    assert to_toml(config).startswith('language = "fi"\n\n[table]')
    with pytest.raises(ConfigError, match=r'language = "sv" .* auto, en, fr, de or fi'):
        check_config({"language": "sv"})
