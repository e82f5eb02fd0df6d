"""Drives headless Chromium through chromedriver, over the WebDriver protocol, with the standard library alone."""

import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key that the protocol gives elements
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010", "Escape": "\ue00c", "Shift": "\ue008",
        "Tab": "\ue004", "Enter": "\ue007"}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """A window of the given inner size that shows pages from files."""

    def __init__(self, width, height):
        self.folder = tempfile.mkdtemp(prefix="nsds-view-")
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_driver()
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader",
                     "--hide-scrollbars", "--force-device-scale-factor=1", "--no-first-run",
                     f"--user-data-dir={self.folder}", f"--window-size={width},{height}"]
        options = {"args": arguments, "binary": shutil.which("chromium")}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = f"/session/{answer['sessionId']}"
        self.call("POST", f"{self.session}/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def wait_for_driver(self):
        for _ in range(100):
            try:
                self.call("GET", "/status")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path, fragment=""):
        self.call("POST", f"{self.session}/url", {"url": "about:blank"})
        self.call("POST", f"{self.session}/url", {"url": f"file://{path}#{fragment}"})
        self.wait("window.nsds && (nsds.view || nsds.error)")
        error = self.run("return nsds.error")
        if error:
            raise RuntimeError(error)

    def run(self, script):
        return self.call("POST", f"{self.session}/execute/sync", {"script": script, "args": []})

    def wait(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > end:
                raise RuntimeError(f"waited {seconds} s for: {condition}")
            time.sleep(0.05)

    def press(self, *keys):
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.perform("key", "keyboard", actions)

    def press_with_shift(self, key):
        shift, value = KEYS["Shift"], KEYS.get(key, key)
        self.perform("key", "keyboard", [{"type": "keyDown", "value": shift}, {"type": "keyDown", "value": value},
                                         {"type": "keyUp", "value": value}, {"type": "keyUp", "value": shift}])

    def click(self, x, y):
        self.drag([(x, y)])

    def drag(self, points):
        """Presses at the first point, moves through the others, releases."""
        x, y = points[0]
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}]
        actions += [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points[1:]]
        self.perform("pointer", "mouse", actions + [{"type": "pointerUp", "button": 0}])

    def click_element(self, selector):
        element = self.call("POST", f"{self.session}/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.call("POST", f"{self.session}/element/{element}/click", {})

    def perform(self, kind, name, actions):
        self.call("POST", f"{self.session}/actions", {"actions": [{"type": kind, "id": name, "actions": actions}]})

    def screenshot(self):
        return base64.b64decode(self.call("GET", f"{self.session}/screenshot"))

    def errors(self):
        """What the console has of errors since the last question."""
        log = self.call("POST", f"{self.session}/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.folder, ignore_errors=True)
