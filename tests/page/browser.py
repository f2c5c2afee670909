"""Headless Chromium that cannot reach a network."""

import json

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

DESKTOP = (1280, 900)
PHONE = (390, 844)


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--no-first-run", "--disable-background-networking"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.command("Network.enable")
        self.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0,
                     uploadThroughput=0)

    def close(self):
        self.driver.quit()

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, file, size=DESKTOP, dark=False, fragment=""):
        """Opens a page from its file, in a window of that size, and waits until it is drawn."""
        self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                     mobile=size == PHONE)
        self.use_system_colours("dark" if dark else "light")
        self.driver.get("about:blank")
        self.messages()
        self.requests()
        self.driver.get(file.as_uri() + fragment)
        self.wait(lambda: self.run("return document.documentElement.dataset.ready") == "true")

    def use_system_colours(self, scheme):
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def wait(self, condition, seconds=60):
        """Asks every 20 ms, where Selenium would every 500."""
        WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(lambda _: condition())

    def messages(self):
        """What the console has got since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector):
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} elements are {selector}, expected 1"
        return found[0]

    def texts(self, selector):
        """What is written in the elements, shown or not."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)
