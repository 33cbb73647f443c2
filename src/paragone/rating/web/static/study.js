// What scripts add to a page that works without them: keys, no reload between votes, the next image ahead, time looked at.
(() => {
  "use strict";
  document.documentElement.setAttribute("data-script", "");
  const keys = document.querySelector("[data-keys]");
  if (keys && matchMedia("(hover: hover) and (pointer: fine)").matches) keys.hidden = false;
  const status = document.getElementById("status");
  let looked = 0, since = 0, isSending = false;

  const start = () => { looked = 0; since = document.visibilityState === "visible" ? performance.now() : 0; };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") since = performance.now();
    else if (since) { looked += performance.now() - since; since = 0; }
  });
  const seconds = () => (looked + (since ? performance.now() - since : 0)) / 1000;

  const ahead = () => {
    const turn = document.getElementById("turn");
    for (const address of (turn && turn.dataset.next || "").split(" ")) if (address) new Image().src = address;
  };
  const ballot = () => document.getElementById("ballot");
  const questions = () => [...document.querySelectorAll("[data-question]")];
  const isAnswered = (question) => question.querySelector(":checked") !== null ||
    [...question.querySelectorAll("textarea, input[type=text], input[type=number]")].some((field) => field.value.trim());
  const isAlone = () => questions().length === 1;

  async function send(form) {
    if (isSending || (form.id === "ballot" && !form.reportValidity())) return;
    isSending = true;
    const field = form.elements.seconds;
    if (field) field.value = seconds().toFixed(3);
    const button = form.querySelector("button");
    if (button) button.disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Part": "turn" }, redirect: "manual",
      });
      const text = await answer.text();
      if (answer.headers.get("X-Part") !== "turn") { location.assign(form.action.replace(/(back|rate)$/, "rate")); return; }
      const made = document.createElement("template");
      made.innerHTML = text;
      document.getElementById("turn").replaceWith(made.content.querySelector("#turn"));
      window.scrollTo(0, 0);
      const label = document.querySelector(".progress label");
      if (label) { status.textContent = label.textContent; document.title = label.textContent; }
      const first = document.querySelector(".unveil") || document.querySelector("[data-question] input, [data-question] textarea");
      if (first) first.focus({ preventScroll: true });
      start(); ahead();
    } catch {
      if (button) button.disabled = false; // no network: the form is still there, and sending it again stores it once
      form.submit();
    } finally { isSending = false; }
  }

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "ballot" && event.target.id !== "back") return;
    event.preventDefault();
    send(event.target);
  });
  let isPointer = false; // arrows move between options as well, and must not send
  document.addEventListener("pointerdown", (event) => { isPointer = event.target.closest(".option") !== null; });
  document.addEventListener("change", (event) => {
    if (isPointer && event.target.type === "radio" && isAlone()) { isPointer = false; send(ballot()); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !ballot() || event.target.matches("textarea, input[type=text], input[type=number]")) return;
    isPointer = false;
    if (event.key === "Enter" && event.target.type === "radio") { event.preventDefault(); send(ballot()); return; }
    if (event.key.toLowerCase() === "u" && document.getElementById("back")) { send(document.getElementById("back")); return; }
    if (!/^[1-9]$/.test(event.key)) return;
    const own = event.target.closest && event.target.closest("[data-question]");
    const open = questions().filter((question) => question.querySelector("input[type=radio]"));
    const question = open.find((one) => !isAnswered(one)) || own || open[0];
    const option = question && question.querySelectorAll("input[type=radio]")[Number(event.key) - 1];
    if (!option) return;
    event.preventDefault();
    option.checked = true;
    option.focus({ preventScroll: true });
    if (isAlone()) { send(ballot()); return; }
    const next = questions().find((one) => !isAnswered(one));
    const target = next ? next.querySelector("input, textarea") : ballot().querySelector("button");
    if (target) target.focus();
  });
  start(); ahead();
})();
