"""Builds wheel and sdist into dist/, tries the wheel outside the repository, and lists what it rests on.

    make package

For each Python from 3.11 to 3.13 that is here: a new environment, the wheel and its dependencies, and a run. Beside
the packages it writes dist/sbom.json (CycloneDX) and dist/licences.md. Known weaknesses of dependencies are not looked
up: that takes a database on the network (`pip-audit -r constraints.txt` where there is one).
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13")
IN_SDIST = ("tests/conftest.py", "docs/metrics.md", "CHANGELOG.md", "constraints.txt", "SECURITY.md", "Makefile")
LICENCES = """
import json
from importlib.metadata import distributions
rows = []
for found in distributions():
    meta = found.metadata
    classified = [c.rpartition(" :: ")[2] for c in meta.get_all("Classifier", []) if c.startswith("License ::")]
    said = meta.get("License-Expression") or "; ".join(classified) or (meta.get("License") or "").partition("\\n")[0]
    rows.append([meta["Name"], found.version, said or "not stated"])
print(json.dumps(sorted(rows)))
"""


def main() -> None:
    """Build, try, list."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT))
    wheel, sdist = next(DIST.glob("*.whl")), next(DIST.glob("*.tar.gz"))
    with tarfile.open(sdist) as bundle:
        names = {name.partition("/")[2] for name in bundle.getnames()}
    absent = [name for name in IN_SDIST if name not in names]
    if absent:
        raise SystemExit(f"{sdist.name} lacks {', '.join(absent)}")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; {sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB")
    tried = [version for version in PYTHONS if try_wheel(wheel, version)]
    if not tried:
        raise SystemExit("no Python from 3.11 to 3.13 was found to try the wheel with")
    print(f"the wheel works on {', '.join(tried)}; dist/ has it, the sdist, sbom.json and licences.md")


def try_wheel(wheel: Path, version: str) -> bool:
    """Install and use the wheel under one Python; whether that Python is here."""
    with tempfile.TemporaryDirectory(prefix="package-") as place:
        own = Path(place) / "env"
        if not shutil.which(f"python{version}"):
            return False
        if subprocess.run([f"python{version}", "-m", "venv", str(own)], capture_output=True, check=False).returncode:
            return False
        python = own / "bin" / "python"
        limits = ["-c", str(ROOT / "constraints.txt")] if version == PYTHONS[0] else []
        run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *limits, str(wheel))
        if version == PYTHONS[0]:  # before the run, and with what a user of the base install has
            listed = run(str(python), "-c", LICENCES)
            rows = "".join(f"| {name} | {number} | {said} |\n" for name, number, said in json.loads(listed))
            (DIST / "licences.md").write_text(
                f"| package | version | licence |\n|---|---|---|\n{rows}", encoding="utf-8"
            )
            sbom = [sys.executable, "-m", "cyclonedx_py", "environment", str(python)]
            run(*sbom, "--output-format", "JSON", "--output-file", str(DIST / "sbom.json"))
        paragone = str(own / "bin" / "paragone")
        run(paragone, "--help", cwd=place)
        run(paragone, "run", "quick", "--out", "run", "--limit", "2", "--quiet", cwd=place)
        run(paragone, "verify", "run", cwd=place)
    return True


def run(*command: str, cwd: str | None = None) -> str:
    """What a command prints; it must succeed, and must not see our source tree."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
