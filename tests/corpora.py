"""Where models and figures of others are, which this project does not contain.

CUSTOS_CORPORA names the folder; without it, 'shared' beside this project's own, if it is there.
CONTRIBUTING.md says what is in it. tests/unit/corpora.h says the same to C."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def corpora(*parts):
    """The path of a file or folder there; nobody says that it exists."""
    return os.path.join(os.environ.get("CUSTOS_CORPORA") or os.path.join(os.path.dirname(ROOT), "shared"), *parts)
