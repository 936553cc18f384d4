"""The marisa trie through either of its Python bindings: marisa-trie of PyPI, or Debian's python3-marisa.

Both read and write the same file. Knows nothing of what the keys mean, nor of what follows the trie in its file.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

PYPI, DEBIAN = "marisa_trie", "marisa"


class NoBinding(ImportError):
    """Neither binding is installed; the text says what to type."""

    def __init__(self) -> None:
        super().__init__("word files need marisa-trie: type `pip install marisa-trie`, or for the system's own "
                         "Python `sudo apt install python3-marisa`")


def save(keys: Sequence[str], path: str) -> None:
    """Write a trie of `keys` at `path`. Raises NoBinding, OSError."""
    binding = _binding()
    if binding.__name__ == PYPI:
        binding.Trie(keys).save(path)
        return
    keyset, trie = binding.Keyset(), binding.Trie()
    for key in keys:
        keyset.push_back(key)
    trie.build(keyset)
    trie.save(path)


def mapped(path: str) -> Callable[[str], bool]:
    """What tells whether a key is in the trie with which the file at `path` begins; its pages are mapped, not read.

    The file must be sound: marisa does not check what it maps. Raises NoBinding, RuntimeError.
    """
    binding = _binding()
    if binding.__name__ == PYPI:
        has: Callable[[str], bool] = binding.Trie().mmap(path).__contains__
        return has
    return _through_agents(binding, path)


def _through_agents(binding: Any, path: str) -> Callable[[str], bool]:
    """Debian's binding answers through an agent; one for each question, since threads may ask at the same time."""
    trie = binding.Trie()
    trie.mmap(path)

    def has(key: str) -> bool:
        agent = binding.Agent()
        agent.set_query(key)
        return bool(trie.lookup(agent))

    return has


def _binding() -> ModuleType:
    for name in (PYPI, DEBIAN):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise NoBinding
