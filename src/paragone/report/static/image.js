// An image's page: arrow keys step through the images of a prompt, a slider lays one model over another.
"use strict";
(() => {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.matches("input, select, textarea, .scroll, pre")) return;
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = way && document.querySelector(`.steps a[rel=${way}]`);
    if (link) location.assign(link.href);
  });
  for (const input of document.querySelectorAll("[data-slide]")) {
    const over = document.querySelector(".slide .over");
    const show = () => { over.style.clipPath = `inset(0 ${100 - Number(input.value)}% 0 0)`; };
    input.addEventListener("input", show);
    show();
  }
})();
