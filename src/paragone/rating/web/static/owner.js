// The owner's page stays up to date by itself: what is marked is taken from the page as it is now, every ten seconds and on return.
(() => {
  "use strict";
  const from = document.querySelector("[data-from]").dataset.from;
  async function renew() {
    if (document.visibilityState !== "visible") return;
    try {
      const answer = await fetch(from, { redirect: "error" });
      const page = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
      for (const old of page ? document.querySelectorAll("[data-live]") : []) {
        const now = page.getElementById(old.id);
        if (now && !old.contains(document.activeElement) && now.outerHTML !== old.outerHTML) old.replaceWith(document.adoptNode(now));
      }
    } catch { /* the server is away: what was last seen stays */ }
  }
  const again = () => renew().finally(() => setTimeout(again, 10000));
  setTimeout(again, 10000);
  addEventListener("focus", renew); // whoever comes back to the page sees it as it is
})();
