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
