(() => {
  const root = document.documentElement;
  let theme;

  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {}
  }

  function apply() {
    const stored = read('theme');
    if (stored === 'ink' || stored === 'paper') theme = stored;
    if (theme) root.dataset.theme = theme;
    if (!window.playtallyInMemory) window.playtallyToken = read('token');
    root.toggleAttribute('data-seen', root.dataset.announcement === read('seen'));
    root.toggleAttribute('data-in', Boolean(window.playtallyInMemory || window.playtallyToken));
  }

  apply();
  for (const event of ['astro:after-swap', 'pageshow', 'playtally:memory'])
    addEventListener(event, apply, true);
  addEventListener('load', () => addEventListener('storage', apply));

  document.addEventListener('click', ({ target }) => {
    if (target.closest('.announcement button')) {
      keep('seen', root.dataset.announcement);
      const main = target.closest('main');
      target.closest('.announcement').remove();
      main.tabIndex = -1;
      main.focus({ preventScroll: true });
    }
    if (!target.closest('[data-theme-switch]')) return;
    const isDark = theme ? theme === 'ink' : !matchMedia('(prefers-color-scheme:light)').matches;
    theme = isDark ? 'paper' : 'ink';
    keep('theme', theme);
    apply();
  });
})();
