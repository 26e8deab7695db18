"""`understudy init` writes a configuration that the other commands find."""

from support.command import run
from support.server import Server


def test_check_and_serve_find_what_init_writes(tmp_path):
    written = run("init", cwd=tmp_path)
    assert written.returncode == 0
    assert written.stdout == "Wrote understudy.yaml. Run: understudy serve\n"
    checked = run("check", cwd=tmp_path)
    assert checked.returncode == 0
    assert checked.stdout == "understudy.yaml: no problems\n"
    with Server(tmp_path) as server:
        assert "Directory    understudy.yaml" in server.output()
    other = run("init", "mine.yaml", cwd=tmp_path)
    assert other.stdout == "Wrote mine.yaml. Run: understudy serve --config mine.yaml\n"
