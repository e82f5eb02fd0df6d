// Dark or light: as chosen before, else as the system has it.

function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }  // pages from files may have no storage
}
function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* then it is chosen anew next time */ }
}

function startTheme(wanted) {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = wanted || remembered("nsds-theme") || system;
  readColours();
}

function toggleTheme(view) {
  const theme = themeName() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  remember("nsds-theme", theme);
  readColours();
  view.stage?.colour();
  view.legend.show();
  view.charts.draw();
  view.dirty = true;
  say(`${theme} colours`);
}

function togglePanel() {
  const alone = byId("main").classList.toggle("alone");
  byId("side").hidden = alone;
  press(byId("side-toggle"), !alone);
}
