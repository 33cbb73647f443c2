// On every page: says that scripts run, keeps the chosen theme, and opens what the address points at.
"use strict";
(() => {
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem("paragone-theme"); } catch { return null; } };
  root.dataset.script = "yes";
  if (stored()) root.dataset.theme = stored();

  const switchTheme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("paragone-theme", root.dataset.theme); } catch { /* a browser may forbid it: the choice lasts for this page */ }
  };

  const openTarget = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.tagName === "DETAILS") target.open = true;
  };

  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-switch]")) button.addEventListener("click", switchTheme);
    for (const link of document.querySelectorAll(".top nav a")) {
      if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    }
    addEventListener("click", (event) => {
      for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
    });
    addEventListener("hashchange", openTarget);
    openTarget();
  });
})();
