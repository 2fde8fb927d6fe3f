"""The JSON doors against their own description, with invented requests."""

from __future__ import annotations

from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from tests.webui.fake_scanner import FakeScanner
from webui.app import create_app

EXAMPLES = 12
"""For each of some fifteen doors; the whole test stays far below a minute."""
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


def _application() -> object:
    import tempfile

    from scanner.dataset import open_store

    return create_app(FakeScanner(), store=open_store(Path(tempfile.mkdtemp(prefix="semiramis-test-"))))


schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", _application())


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_doors_do_what_they_describe(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
