"""What a script for the real pages finds by a locator of Tests/Fixtures/locators."""

from selenium.webdriver.common.by import By


def elements(browser, locator):
    """The elements of the page, those off the screen too. A locator is one of: css, xpath, role with name, placeholder."""
    if "css" in locator:
        return browser.find_elements(By.CSS_SELECTOR, locator["css"])
    if "xpath" in locator:
        return browser.find_elements(By.XPATH, locator["xpath"])
    if "placeholder" in locator:
        return browser.find_elements(By.CSS_SELECTOR, f'[placeholder="{locator["placeholder"]}"]')
    named = browser.find_elements(By.CSS_SELECTOR, "input, button, a, h1, [role]")
    return [found for found in named if found.aria_role == locator["role"] and found.accessible_name == locator["name"]]


def matches(browser, row):
    """The elements that a row finds; those off the screen, and hidden ones, count where the row asks for them."""
    if row.get("css") == "title":
        return [browser.title] if browser.title == row["text"] else []
    found = elements(browser, row)
    if row.get("hidden"):
        found = [element for element in found if not element.is_displayed()]
    elif "text" in row or not any(word in row.get("css", "") for word in ("moveOffScreen", "alert")):
        found = [element for element in found if element.is_displayed()]
    return [element for element in found if "text" not in row or element.text == row["text"]]
