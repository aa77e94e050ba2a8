"""The real server, in real browsers. Each test gets an address of its own on the server, so that cookies,
storage, caches and service workers of other tests are not there."""
import shutil

import pytest

from support.chromium import Chromium
from support.member import Member
from support.moments import Moments
from support.origins import Relay, Source
from support.people import People
from support.server import Swiftlet
from support.webkit import WebKit

ENGINES = {"chromium": Chromium, "webkit": WebKit}


@pytest.fixture(scope="session")
def demo_data(tmp_path_factory):
    """The data folder of a demo community, which takes seconds to fill: copy it to change it."""
    folder = tmp_path_factory.mktemp("demo") / "data"
    Swiftlet(folder, demo=True).stop()
    return folder


@pytest.fixture(scope="session")
def community(demo_data):
    """The server of the demo community. No test changes it."""
    server = Swiftlet(demo_data)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def people(demo_data, tmp_path_factory):
    """Members of the demo community, who are signed in. Their servers may be changed."""
    return People(demo_data, tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="session")
def engines(tmp_path_factory):
    engines = {name: engine(tmp_path_factory.mktemp(name)) for name, engine in ENGINES.items()}
    yield engines
    for engine in engines.values():
        engine.quit()


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request, engines):
    return engines[request.param]


@pytest.fixture
def site(community, engine):
    """The demo community at an address that no other test uses."""
    relay = Relay(community, records_errors=engine.records_errors_in_page)
    yield relay
    relay.stop()


@pytest.fixture
def own_community(demo_data, tmp_path):
    """The demo community on a server of the test's own, which it may change."""
    folder = tmp_path / "data"
    shutil.copytree(demo_data, folder)
    server = Swiftlet(folder)
    yield server
    server.stop()


@pytest.fixture
def own_site(own_community, engine):
    relay = Relay(own_community, records_errors=engine.records_errors_in_page)
    yield relay
    relay.stop()


@pytest.fixture
def member(browser, own_site):
    """The app of somebody who may change their community, which outlives the page."""
    yield Member(browser, own_site)
    browser.leave()


@pytest.fixture
def source():
    """Another server, which the test fills."""
    source = Source()
    yield source
    source.stop()


@pytest.fixture
def browser(engine, site, source):
    """A browser as a phone in light colours, in English. Fails the test if an error was written to the console.

    The servers outlive the page, which would complain when they go."""
    engine.reset()
    yield engine
    assert engine.answers(), "the browser does nothing any more"
    errors = engine.unexpected_errors()
    engine.leave()
    assert errors == []


@pytest.fixture
def moments(browser, site):
    return Moments(browser, site)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A picture of the screen for every failure."""
    report = yield
    browser = item.funcargs.get("browser") or item.funcargs.get("engine")
    if report.when == "call" and report.failed and browser and browser.answers():
        try:
            report.sections.append(("Screenshot", str(browser.screenshot(item.name.replace("/", "_")[:80]))))
        except Exception as error:
            report.sections.append(("Screenshot", f"none: {error}"))
    return report
