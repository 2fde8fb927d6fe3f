// Ask before something is deleted for good.
for (const form of document.querySelectorAll("form[data-sure]")) form.addEventListener("submit", (event) => { if (!window.confirm(form.dataset.sure)) event.preventDefault(); });
