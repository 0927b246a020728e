"""`make browser`: sees that there is a Chromium for the browser tests, and gets one where it may."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

from tests.web.conftest import find_chromium


def main() -> None:
    with sync_playwright() as playwright:
        if find_chromium(playwright):
            return
    print("· Getting a Chromium for the browser tests")
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        for package in ("chromium-headless-shell", "chromium"):
            if subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False).returncode == 0:
                return
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode:
        print("There is no Chromium and none could be had: the browser tests will be skipped.")


if __name__ == "__main__":
    main()
