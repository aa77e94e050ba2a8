"""Fixtures: the real server in real browsers. Each test gets its own address on the server, so that it has no
cookies, storage, caches or service workers of other tests."""
import fcntl
import shutil

import pytest

from support.chromium import Chromium
from support.member_app import MemberApp
from support.moments import Moments
from support.origins import Relay, Source
from support.people import People, people_in
from support.queue import Queue
from support.server import Swiftlet
from support.webkit import WebKit

ENGINES = {"chromium": Chromium, "webkit": WebKit}


@pytest.fixture(scope="session")
def made_once(tmp_path_factory, worker_id):
    """Returns a function for folders that all processes of the run share; the first process makes each one."""
    base = tmp_path_factory.getbasetemp()
    common = base if worker_id == "master" else base.parent

    def folder(name, make):
        with (common / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            path = common / name
            if not path.exists():
                make(common / f"{name}.unfinished")
                (common / f"{name}.unfinished").rename(path)
        return path
    return folder


@pytest.fixture(scope="session")
def demo_data(made_once, tmp_path_factory):
    """The data folder of a demo community, which takes seconds to fill: copy it to change it."""
    made = made_once("demo", lambda folder: Swiftlet(folder, demo=True).stop())
    return shutil.copytree(made, tmp_path_factory.mktemp("demo") / "data")


@pytest.fixture(scope="session")
def community(demo_data):
    """The server of the demo community. Tests don't change it."""
    server = Swiftlet(demo_data)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def people(made_once, demo_data, tmp_path_factory):
    """Signed-in members of the demo community. Tests may change their servers."""
    return People(made_once("people", lambda folder: people_in(demo_data, folder)), tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="session")
def engines(tmp_path_factory):
    engines = {name: engine(tmp_path_factory.mktemp(name)) for name, engine in ENGINES.items()}
    yield engines
    for engine in engines.values():
        engine.quit()


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request, engines):
    """A browser. A file whose tests read the pixels of pictures says so by `READS_PIXELS`."""
    engine = engines[request.param]
    engine.paints = getattr(request.module, "READS_PIXELS", False)
    return engine


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
    """The app of a member of a community that the test may change. The community outlives the page."""
    yield MemberApp(browser, own_site)
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

    The servers outlive the page, which would report an error if they ended first."""
    engine.reset()
    yield engine
    assert engine.answers(), "the browser does nothing any more"
    errors = engine.unexpected_errors()
    engine.leave()
    assert errors == []


@pytest.fixture
def moments(browser, site):
    return Moments(browser, site)


class BrowserQueue(Queue):
    """The tests of a file and engine stay together."""

    slow = (
        "test_screens", "test_own_account", "test_picture_uploads", "test_arrange_pictures", "test_compose_pictures",
        "test_compose", "test_landing_page", "test_languages", "test_accounts", "test_people",
        "test_other_server", "test_image_feed", "test_image_comments", "test_timeline", "test_menu",
        "test_moments_actions", "test_layout", "test_viewer",
    )

    def _split_scope(self, nodeid):
        return f"{super()._split_scope(nodeid)}[{'webkit' if 'webkit' in nodeid.partition('::')[2] else 'chromium'}]"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return BrowserQueue(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Takes a screenshot for every failure."""
    report = yield
    browser = item.funcargs.get("browser") or item.funcargs.get("engine")
    if report.when == "call" and report.failed and browser and browser.answers():
        try:
            report.sections.append(("Screenshot", str(browser.screenshot(item.name.replace("/", "_")[:80]))))
        except Exception as error:
            report.sections.append(("Screenshot", f"none: {error}"))
    return report
