"""Every page is for everyone: no finding of axe in light or dark, no scrolling sideways from a small phone to a wide screen and
at double size, everything in reach of the keyboard, and no motion for those who do not want it. `support/page_states.py` has the
pages.
"""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.axe import axe_script, findings
from support.chromium import wait_for
from support.page_states import CONSOLE, PAGES, Visitor

# Widths in CSS pixels. A screen of 1280 pixels at double size is one of 640, and at four times its size one of 320 (WCAG 1.4.10).
WIDTHS = [320, 390, 640, 768, 1280, 1920]
STATES = {state.name: state for state in PAGES}
CONTROLS = "a[href], button, input:not([type=hidden]), textarea, select, summary, [tabindex]"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    with Visitor(tmp_path_factory.mktemp("pages")) as running:
        yield running


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    return axe_script(tmp_path_factory.mktemp("axe"))


@pytest.fixture
def emulate(visitor):
    """Emulates media and screens in the browser, until the test ends."""
    browser = visitor.browser

    def media(**features):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def screen(width, height=900):
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    media.screen = screen
    yield media
    media()
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def overflowing(browser):
    """The elements that reach beyond the window, if the page can be scrolled sideways."""
    return browser.execute_script("""
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return [];
        return [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > width + 1)
            .map(element => element.outerHTML.slice(0, 120)).slice(0, 5).concat('scrolls sideways');""")


@pytest.mark.parametrize("state", PAGES, ids=str)
def test_page_is_accessible(visitor, axe, emulate, state):
    visitor.visit(state)
    found = []
    for scheme in ("light", "dark"):
        emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        found += [f"{scheme}: {finding}" for finding in findings(visitor.browser, axe)]
    for width in WIDTHS:
        emulate.screen(width)
        found += [f"{width} px: {element}" for element in overflowing(visitor.browser)]
    assert found == []


@pytest.mark.parametrize("state", CONSOLE, ids=str)
def test_console_page_is_accessible(visitor, axe, emulate, state):
    visitor.visit(state)
    found = []
    for scheme in ("light", "dark"):
        emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        found += [f"{scheme}: {finding}" for finding in findings(visitor.browser, axe)]
    assert found == []


def focus(browser):
    """What has the focus: a name for it, whether it is on the screen, and whether it shows its focus."""
    return browser.execute_script("""
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const box = element.getBoundingClientRect();
        const top = document.elementFromPoint(
            box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1));
        const styled = [element, element.closest('.permission')].filter(Boolean).map(getComputedStyle);
        return {
          name: element.outerHTML.slice(0, 120), index: [...document.querySelectorAll('*')].indexOf(element),
          seen: !!top && (element.contains(top) || top.contains(element)),
          outlined: styled.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1)};""")


@pytest.mark.parametrize("state", PAGES, ids=str)
def test_keyboard_reaches_every_control(visitor, emulate, state):
    """Tab comes to each control that can be seen and used, and shows where it is."""
    emulate.screen(1280, 720)
    visitor.visit(state)
    browser = visitor.browser
    expected = set(browser.execute_script("""
        const all = [...document.querySelectorAll('*')];
        return [...document.querySelectorAll(arguments[0])].filter(element => element.checkVisibility() && !element.disabled
            && element.tabIndex >= 0).map(element => all.indexOf(element));""", CONTROLS))
    browser.execute_script("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")
    reached, faults = set(), []
    for _ in range(len(expected) + 3):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        now = focus(browser)
        if now is None:
            continue
        reached.add(now["index"])
        faults += [f"{fault}: {now['name']}" for fault in ("seen", "outlined") if not now[fault]]
    assert expected - reached == set(), "never reached"
    assert faults == []


def test_keyboard_alone_signs_in(visitor):
    """From the username to the consent, with keys only: the focus is where one types next."""
    visitor.visit(STATES["username"])
    keys = ActionChains(visitor.browser)
    steps = [
        ("kim@pages.example", "#i0118:not(.moveOffScreen)"), ("Understudy!1", "#KmsiDescription"), ("", "[name=ucaccept]")]
    for text, next_page in steps:
        keys.send_keys(text, Keys.ENTER).perform()
        wait_for(visitor.browser, next_page)


@pytest.mark.parametrize("width, height", [(1280, 720), (640, 480), (390, 844), (320, 568)])
def test_buttons_of_sixty_permissions_are_in_reach(visitor, emulate, width, height):
    emulate.screen(width, height)
    visitor.visit(STATES["consent-60"])
    assert len(visitor.browser.find_elements(By.NAME, "consentedScope")) >= 60
    for position in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        visitor.browser.execute_script(f"scrollTo(0, {position})")
        for button in ("#idSIButton9", "#idBtn_Back"):
            box = visitor.browser.find_element(By.CSS_SELECTOR, button).rect
            top = visitor.browser.execute_script("return scrollY")
            assert top <= box["y"] and box["y"] + box["height"] <= top + height, f"{button} at {position}"


@pytest.mark.parametrize("name", ["username", "account-picker", "consent", "error"])
def test_nothing_moves_for_those_who_want_no_motion(visitor, emulate, name):
    emulate(prefers_reduced_motion="reduce")
    visitor.visit(STATES[name])
    moving = visitor.browser.execute_script("""
        return [...document.querySelectorAll('*')].filter(element => {
          const style = getComputedStyle(element);
          return style.animationName !== 'none' || style.transitionDuration.split(',').some(time => parseFloat(time) > 0);
        }).map(element => element.outerHTML.slice(0, 80));""")
    assert moving == []


@pytest.mark.parametrize("name", ["username-arabic", "consent-arabic", "error-arabic"])
def test_right_to_left_page_is_laid_out_so(visitor, name):
    visitor.visit(STATES[name])
    assert visitor.browser.execute_script("return getComputedStyle(document.querySelector('main')).direction") == "rtl"
    sides = visitor.browser.execute_script(
        "return [...document.querySelectorAll('.lines > *')].map(line => getComputedStyle(line).textAlign)")
    assert all("right" in side for side in sides), "lines in another script stand at the side of the others"
