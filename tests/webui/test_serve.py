"""`semiramis serve` as a program, and the real scanner behind the page."""

from __future__ import annotations

import io
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from scanner.cli import main
from tests import bench_webui
from tests.webui.fake_scanner import ROOT, FakeScanner
from tests.webui.sample import need_sample
from tests.webui.serving import serving
from webui.app import create_app


@pytest.mark.parametrize("lan", [False, True])
def test_serves_and_says_where(tmp_path: Path, lan: bool) -> None:
    words = [sys.executable, "-m", "scanner.cli", "serve", "--port", "0", "--data", str(tmp_path / "kept"), *(["--lan"] if lan else [])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            assert server.stdout is not None
            link = re.search(r"http://\S+", server.stdout.readline())
            assert link is not None
            port = re.search(r":(\d+)/", link[0])
            assert port is not None
            home = f"http://127.0.0.1:{port[1]}/"
            if lan:
                with pytest.raises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(home, timeout=20)
                assert refused.value.code == 403
                refused.value.close()
                code = re.search(r"code=(\w{10})", link[0])
                assert code is not None
                asked = urllib.request.Request(home, headers={"Authorization": f"Bearer {code[1]}"})
            else:
                asked = urllib.request.Request(home)
            with urllib.request.urlopen(asked, timeout=20) as page:
                assert b"Semiramis" in page.read()
        finally:
            server.terminate()


def test_a_port_that_cannot_be_used_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--port", "70000", "--data", str(tmp_path)]) == 1
    assert "bad-port" in capsys.readouterr().err


def test_the_qr_code_carries_the_link(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from scanner.commands.serve import _announce

    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    _announce(8000, "ABCDEFGHJK")
    told = capsys.readouterr().out
    assert re.search("[▀▄█]{3}", told)
    assert re.search(r"http://\S+:8000/\?code=ABCDEFGHJK", told)


def test_slow_uploads_keep_nobody_waiting() -> None:
    """Thirty phones that stop in the middle of a photo, more than there are threads."""
    head = (
        b"POST /api/v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n"
    )
    with serving(create_app(FakeScanner()), threads=4) as port, ExitStack() as phones:
        for _ in range(30):
            phones.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)).sendall(head + b"--x\r\n")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
            assert page.status == 200


def test_the_real_scanner_behind_the_page() -> None:
    photo = need_sample()
    client = create_app().test_client()
    data = {"photo": (io.BytesIO(photo.read_bytes()), "sample.jpg")}
    answer = client.post("/api/v1/scan", data=data, content_type="multipart/form-data")
    assert answer.status_code == 200, answer.json
    assert answer.json["gardens"][0]["score"]["total"] >= 0


def test_the_bench_of_the_page_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"find_sample": lambda: None, "REPEATS": 1, "SCANS": 4}.items():
        monkeypatch.setattr(bench_webui, name, value)
    bench_webui.main()
    told = capsys.readouterr().out
    assert all(words in told for words in ("first page:", "through the page", "4 scans from 4 clients", "most memory"))
