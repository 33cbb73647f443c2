"""Photograph a run's report for the docs: python docs/screenshots.py RUN (needs chromium and chromium-driver)."""

import shutil
import sys
import time
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

HERE = Path(__file__).parent / "images"


def main() -> None:
    """Write docs/images/report*.png."""
    report = Path(sys.argv[1]).resolve() / "report"
    prompt = sorted((report / "prompt").glob("*/*.html"))[len(list((report / "prompt").glob("*/*.html"))) // 2]
    wide, phone = (1320, 900), (390, 844)
    for name, page, size, scheme in (
        ("report", report / "index.html", wide, "light"),
        ("report-prompt", prompt, wide, "dark"),
        ("report-phone", report / "index.html", phone, "dark"),
    ):
        photograph(page, HERE / f"{name}.png", size=size, scheme=scheme)


def photograph(page: Path, target: Path, *, size: tuple[int, int], scheme: str) -> None:
    """One page at one size, as the reader's screen would show it."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or "chromedriver"))
    screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    driver.get(page.as_uri())
    time.sleep(1)
    driver.save_screenshot(str(target))
    Image.open(target).convert("RGB").quantize(256).save(target, optimize=True)
    driver.quit()


if __name__ == "__main__":
    main()
