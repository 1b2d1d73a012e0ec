"""From commits to release binaries, which are kept."""

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "target" / "differential"


@dataclass(frozen=True)
class Binary:
    """A program to run. `identity` is its commit, or the digest of a file."""

    identity: str
    path: Path


def find(name, cache):
    """The binary at a path, or of a commit, which is built unless `cache` holds it."""
    if os.path.isfile(name):
        path = Path(name).resolve()
        return Binary(hashlib.sha256(path.read_bytes()).hexdigest(), path)
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )
    if found.returncode:
        sys.exit(f"{name} is neither a file nor a commit")
    commit = found.stdout.strip()
    path = cache / "binaries" / commit
    if not path.exists():
        build(commit, path, cache)
    return Binary(commit, path)


def build(commit, path, cache):
    """Builds a commit from a copy of its files; all commits share a target directory for what they depend on."""
    print(f"building {commit[:9]} (release; some minutes)", file=sys.stderr, flush=True)
    source = cache / "source" / commit
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x"], cwd=source, input=archive, check=True)
    target = cache / "build"
    subprocess.run(
        ["cargo", "build", "--release", "--locked", "--quiet", "--bin", "tosca"],
        cwd=source, env={**os.environ, "CARGO_TARGET_DIR": str(target)}, check=True,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    # First beside its place: half a binary is never found there.
    part = path.with_suffix(".part")
    shutil.copy2(target / "release" / "tosca", part)
    part.rename(path)
    shutil.rmtree(source)


def corpus():
    """The directory of real files: `TOSCA_CORPUS`, else `../shared/corpus`; `None` where there is none."""
    place = Path(os.environ.get("TOSCA_CORPUS", ROOT.parent / "shared" / "corpus"))
    return place.resolve() if place.is_dir() else None
