"""Drives pages in headless Chromium as a person would: python3 browser_test.py SAMPLES [--renew].

SAMPLES is the program nsds_view_samples. With --renew the stored pictures are written anew, to be looked at before they are
committed.
"""

import math
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from browser import Browser
from pictures import share_alike

PICTURES = pathlib.Path(__file__).parent / "pictures"
WIDTH, HEIGHT = 1000, 640
RENEW = "--renew" in sys.argv
GRAVITY = 9.81


def height_of_bounce(h, t):
    """That of sample_scenes.cpp."""
    fall = math.sqrt(2 * h / GRAVITY)
    s = math.remainder(t, 2 * fall)
    return h - 0.5 * GRAVITY * s * s


class PageTest(unittest.TestCase):
    page = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="nsds-pages-")
        subprocess.run([SAMPLES, cls.folder.name], check=True)
        cls.browser = Browser(WIDTH, HEIGHT)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def open(self, page, fragment="theme=light"):
        self.browser.open(f"{self.folder.name}/{page}.html", fragment)
        self.browser.wait("nsds.view.loop.pictures > 0")  # the panels are filled with the first picture
        self.browser.errors()

    def tearDown(self):
        self.assertEqual(self.browser.errors(), [])

    def ask(self, expression):
        return self.browser.run(f"const view = nsds.view; return {expression}")

    def text(self, selector):
        return self.ask(f"document.querySelector('{selector}').innerText")

    def pixel_of(self, point):
        """Where a point of the scene is in the window."""
        return self.ask(f"""(() => {{
            view.loop.draw(view.loop.quality.still);
            const frame = document.getElementById("scene").getBoundingClientRect();
            const [x, y] = view.stage.project({point});
            return [x + frame.left, y + frame.top];
        }})()""")

    def settle(self):
        self.browser.wait("nsds.view.loop.settled && !nsds.view.dirty")
        time.sleep(0.3)  # the picture reaches the screen

    def compare(self, name):
        """Compares the window, without letters, with a stored picture."""
        self.browser.run("""
            const style = document.createElement("style");
            style.textContent = "* { color: transparent !important; caret-color: transparent !important; transition: none !important; }";
            document.head.append(style);
            nsds.withoutLetters();""")
        self.settle()
        picture, file = self.browser.screenshot(), PICTURES / f"{name}.png"
        if RENEW:
            file.write_bytes(picture)
            return
        share = share_alike(file.read_bytes(), picture)
        if share < 0.98:
            seen = pathlib.Path(tempfile.gettempdir()) / f"nsds-view-{name}.png"
            seen.write_bytes(picture)
            self.fail(f"{100 * share:.1f} % of {file} are as stored, not 98 %: see {seen}")


class SpatialPage(PageTest):
    def test_bodies_are_where_the_scene_has_them(self):
        self.open("spatial")
        for k in (0, 17, 100, 180):
            t = k / 60
            self.browser.run(f"nsds.view.timeline.seek({t})")
            x, y, z = self.ask("[0, 1, 2].map((i) => view.poses.position(0)[i] + view.run.scene.centre[i])")
            self.assertAlmostEqual(x, -1.4, delta=1e-4)
            self.assertAlmostEqual(y, -0.6, delta=1e-4)
            self.assertAlmostEqual(z, 0.3 + height_of_bounce(1.2, t), delta=1e-4)
            q = self.ask("view.poses.rotation(0)")
            self.assertAlmostEqual(abs(q[3]), abs(math.cos(t)), delta=2e-4)

    def test_bodies_are_born_and_die(self):
        self.open("spatial")
        there = lambda t, body: self.browser.run(f"nsds.view.timeline.seek({t}); return nsds.view.poses.isThere({body})")
        self.assertEqual([there(0.4, 5), there(0.6, 5), there(2.4, 4), there(2.6, 4)], [False, True, True, False])

    def test_plays_and_pauses(self):
        self.open("spatial")
        self.browser.click_element("#play")
        self.browser.wait("nsds.view.timeline.now > 0.3")
        self.assertEqual(self.ask("document.getElementById('play').getAttribute('aria-label')"), "Pause")
        self.browser.press(" ")  # the button has the focus and takes it
        stopped = self.ask("view.timeline.now")
        time.sleep(0.3)
        self.assertEqual(self.ask("view.timeline.now"), stopped)
        self.assertIn("paused", self.text("#live"))

    def test_speed_and_end(self):
        self.open("spatial")
        self.browser.press("o", ".", ".", ".")
        self.assertEqual(self.ask("view.timeline.speed"), 10)
        self.assertEqual(self.ask("document.getElementById('speed').value"), "10")
        self.browser.press(" ")
        self.browser.wait("!nsds.view.timeline.playing")
        self.assertEqual(self.ask("view.timeline.now"), 3)

    def test_slider(self):
        self.open("spatial")
        box = self.ask("(() => { const b = document.getElementById('time').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
        self.browser.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
        self.assertAlmostEqual(self.ask("view.timeline.now"), 1.5, delta=0.05)
        self.assertIn("seconds of 3", self.ask("document.getElementById('time').getAttribute('aria-valuetext')"))
        self.browser.press("End")
        self.assertEqual(self.ask("view.timeline.now"), 3)

    def test_keys_move_in_time(self):
        self.open("spatial")
        frames = []
        for action in (lambda: self.browser.press("ArrowRight"), lambda: self.browser.press_with_shift("ArrowRight"),
                       lambda: self.browser.press("ArrowLeft"), lambda: self.browser.press("End"), lambda: self.browser.press("Home")):
            action()
            frames.append(self.ask("view.timeline.frame"))
        self.assertEqual(frames, [1, 11, 10, 180, 0])
        self.browser.press("]")
        self.assertEqual(self.ask("view.timeline.now"), 0.5)
        self.assertEqual(self.text("#live"), "late ball appears")

    def test_keys_choose_and_show(self):
        self.open("spatial")
        self.browser.press("n", "n", "b")
        self.assertEqual(self.ask("view.selectedBody"), 0)
        self.assertIn("sphere, radius 0.3 m", self.text("#values"))
        self.browser.press("Escape")
        self.assertEqual(self.ask("view.selectedBody"), -1)
        self.browser.press("v", "j", "t", "p")
        self.assertEqual(self.ask("[view.show.forces, view.show.lines, document.documentElement.dataset.theme]"), [False, False, "dark"])
        self.assertTrue(self.ask("document.getElementById('side').hidden"))

    def test_help(self):
        self.open("spatial")
        self.browser.press("?")
        self.assertTrue(self.ask("document.getElementById('dialog').open"))
        keys, about = self.text("#keys"), self.text("#about")
        for entry in ("play or pause", "follow the chosen body", "choose the next contact"):
            self.assertIn(entry, keys)
        self.assertIn("three.js, revision", about)
        self.browser.press("Escape")
        self.assertFalse(self.ask("document.getElementById('dialog').open"))

    def test_camera(self):
        self.open("spatial")
        start = self.ask("[view.stage.camera.azimuth, view.stage.camera.distance]")
        self.browser.press("a", "+", "3")
        self.assertNotEqual(self.ask("[view.stage.camera.azimuth, view.stage.camera.distance]"), start)
        self.assertAlmostEqual(self.ask("view.stage.camera.axes().back[2]"), 1, delta=1e-6)
        self.browser.click_element("#reset")
        self.assertEqual(self.ask("[view.stage.camera.azimuth, view.stage.camera.distance]"), start)
        self.browser.drag([(200, 300), (230, 310), (260, 320)])
        self.assertNotEqual(self.ask("view.stage.camera.azimuth"), start[0])
        self.assertEqual(self.ask("view.selectedBody"), -1)  # a drag chooses nothing

    def test_click_on_a_body(self):
        self.open("spatial", "theme=light&t=0.9")
        for body, name in ((0, "ball"), (2, "crate"), (5, "late ball")):
            self.browser.click(*self.pixel_of(f"view.poses.position({body})"))
            self.assertEqual(self.ask("view.selectedBody"), body)
            self.assertIn(name, self.text("#values"))
        self.assertIn("Position\t(−1.7, 1.2, ", self.text("#values"))

    def test_follows_a_body(self):
        self.open("spatial", "theme=light&t=0.9")
        self.browser.run("nsds.view.selectBody(0)")
        self.browser.click_element("#follow")
        before = self.pixel_of("view.poses.position(0)")
        self.browser.run("nsds.view.timeline.seek(1.3)")
        after = self.pixel_of("view.poses.position(0)")
        self.assertAlmostEqual(before[0], after[0], delta=1)
        self.assertAlmostEqual(before[1], after[1], delta=1)

    def test_click_on_a_contact(self):
        # The capsule, body 1, is near the ground at t = 0.3 or so; its force is (2, 0, 25) N.
        self.open("spatial")
        self.browser.run("""const {view} = nsds, {contacts, timeline} = view;
            for (let k = 0; k <= 180; ++k) {
              timeline.seek(timeline.times[k]);
              if (contacts.of(1).length === 1 && contacts.count === 1) break;
            }""")
        tip = "[0, 1, 2].map((i) => view.contacts.get(view.contacts.of(1)[0]).point[i] + [0.04, 0, 0.5][i] * 0.4)"
        self.browser.click(*self.pixel_of(tip))
        self.assertEqual(self.ask("view.selection.kind"), "contact")
        values = self.text("#values")
        for shown in ("capsule – ground", "(2, 0, 25) N", "Normal force\t25 N", "Friction force\t2 N", "0.08"):
            self.assertIn(shown, values)

    def test_charts_move_in_time(self):
        self.open("spatial")
        box = self.ask("(() => { const b = document.querySelector('.plot').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
        self.browser.click(box[0] + 52 + (box[2] - 60) / 3, box[1] + 60)
        t = self.ask("view.timeline.now")
        self.assertAlmostEqual(t, 1.0, delta=0.02)
        shown = float(self.text(".curves button b"))
        self.assertAlmostEqual(shown, 0.3 + height_of_bounce(1.2, round(t * 60 - 0.5) / 60), delta=0.08)
        self.browser.click_element(".curves button")
        self.assertEqual(self.ask("document.querySelector('.curves button').getAttribute('aria-pressed')"), "false")

    def test_events_are_a_list(self):
        self.open("spatial")
        self.browser.run("document.querySelectorAll('#events button')[2].click()")
        self.assertEqual(self.ask("view.timeline.now"), 2.5)

    def test_everything_has_a_name_for_screen_readers(self):
        self.open("spatial")
        nameless = self.ask("""[...document.querySelectorAll("button, input, select, canvas, section, aside, [role=toolbar]")].filter((e) =>
            !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.innerText?.trim() || e.closest("label")
              || (e.tagName === "SECTION" && e.id === ""))).map((e) => e.outerHTML.slice(0, 80))""")
        self.assertEqual(nameless, [])
        self.assertEqual(self.ask("document.documentElement.lang"), "en")
        self.assertGreater(self.ask("document.getElementById('scene').tabIndex"), -1)

    def test_nothing_comes_from_elsewhere(self):
        self.open("spatial")
        self.assertEqual(self.ask("performance.getEntriesByType('resource').map((entry) => entry.name)"), [])

    def test_charts_remain_without_webgl(self):
        page = pathlib.Path(self.folder.name, "spatial.html").read_text(encoding="utf-8")
        pathlib.Path(self.folder.name, "without.html").write_text(page.replace("<body>", """<body><script>
            const real = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function(kind, ...rest) {
              return /webgl/.test(kind) ? null : real.call(this, kind, ...rest);
            };</script>"""), encoding="utf-8")
        self.open("without")
        self.assertIn("has no WebGL", self.text("#loading"))
        self.browser.run("nsds.view.selectBody(0)")
        self.browser.press("ArrowRight", "t", "v", "End")
        self.assertIn("sphere, radius 0.3 m", self.text("#values"))
        self.assertEqual(self.ask("document.querySelectorAll('.plot').length"), 4)
        self.assertEqual(len([error for error in self.browser.errors() if "WebGL" not in error]), 0)

    def test_pictures(self):
        self.open("spatial", "theme=light&t=1.35")
        self.compare("spatial")
        self.open("spatial", "theme=dark&t=0.9")
        self.browser.run("nsds.view.selectBody(0)")
        self.compare("spatial-dark")


class PlanarPage(PageTest):
    def test_click_on_bodies(self):
        self.open("planar", "theme=light&t=0.6")
        for body, name in ((0, "disk, radius 0.3 m"), (1, "polygon, 4 corners"), (2, "pill")):
            self.browser.click(*self.pixel_of(f"view.poses.position({body})"))
            self.assertEqual(self.ask("view.selectedBody"), body)
            self.assertIn(name, self.text("#values"))

    def test_values_are_planar(self):
        self.open("planar", "theme=light&t=0.25")
        self.browser.run("nsds.view.selectBody(0)")
        self.assertIn("Rotation\t−28.65°", self.text("#values"))  # -2 rad/s for 0.25 s

    def test_zooms_at_the_pointer(self):
        self.open("planar")
        before = self.ask("view.stage.camera.fromPixels([100, 120])")
        self.browser.run("nsds.view.stage.zoomAt(0.5, 100, 120)")
        after = self.ask("view.stage.camera.fromPixels([100, 120])")
        self.assertAlmostEqual(before[0], after[0], delta=1e-9)
        self.assertAlmostEqual(before[1], after[1], delta=1e-9)

    def test_pictures(self):
        self.open("planar", "theme=light&t=0.46")
        self.compare("planar")
        self.open("planar", "theme=dark&t=1.3")
        self.browser.run("nsds.view.selectBody(1)")
        self.compare("planar-dark")


class ChartsPage(PageTest):
    def test_cursors_move_together(self):
        self.open("charts")
        self.browser.run("nsds.view.timeline.seek(0.01)")
        self.settle()
        cursors = self.ask("[...document.querySelectorAll('.cursor')].map((c) => parseFloat(c.style.left) / c.parentElement.clientWidth)")
        self.assertEqual(len(cursors), 3)  # volts, amperes, watts
        self.assertLess(max(cursors) - min(cursors), 1e-3)
        self.assertEqual(self.text(".curves button b"), "0")  # 10 sin(2 π 50 t), but for round-off

    def test_plays_slowly(self):
        self.open("charts")
        self.assertAlmostEqual(self.ask("view.timeline.speed"), 0.005)  # 0.04 s last some seconds
        self.browser.press(" ")
        self.browser.wait("nsds.view.timeline.now > 0.001")

    def test_pictures(self):
        self.open("charts", "theme=light&t=0.012")
        self.compare("charts")
        self.open("charts", "theme=dark&t=0.012")
        self.compare("charts-dark")


class CrowdPage(PageTest):
    def test_a_thousand_bodies_are_there(self):
        self.open("crowd", "theme=light&t=1")
        self.assertEqual(self.ask("view.run.movers.length"), 1000)
        self.browser.press(" ")
        self.browser.wait("nsds.view.timeline.now > 1.5")


if __name__ == "__main__":
    SAMPLES = sys.argv[1]
    unittest.main(argv=[sys.argv[0]], verbosity=2)
