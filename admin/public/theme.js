// Runs before the first paint, so that a dark page never flashes light. A file of its own, because inline scripts are refused by the content security policy.
(() => {
  const stored = localStorage.getItem('preferredTheme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = stored === 'dark' || stored === 'light' ? stored : system;
})();
