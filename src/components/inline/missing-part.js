(() => {
  let isHandled = false;
  // A reload would lose it.
  let typed;
  addEventListener('input', () => {
    typed = location.pathname;
  });

  function explain() {
    const banner = document.getElementById('trouble');
    banner.textContent = 'We couldn’t load part of this page. Nothing you saved is lost. ';
    const button = document.createElement('button');
    button.className = 'button small quiet';
    button.textContent = 'Reload';
    button.onclick = () => location.reload();
    banner.append(button);
    document.addEventListener('astro:after-swap', () => {
      isHandled = false;
      if (button.isConnected) banner.textContent = '';
    });
  }

  function handle() {
    if (isHandled) return;
    if (!navigator.onLine) return addEventListener('online', handle, { once: true });
    isHandled = true;
    try {
      const { pathname } = location;
      const now = Date.now();
      const [path, time] = JSON.parse(sessionStorage.reloaded || '[]');
      if (typed !== pathname && (path !== pathname || !(now - time < 600_000))) {
        sessionStorage.reloaded = JSON.stringify([pathname, now]);
        // Or the browser's error page replaces this one.
        return fetch(pathname).then(
          (answer) => (answer.status < 500 ? location.reload() : explain()),
          explain,
        );
      }
    } catch {}
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', explain);
    else explain();
  }

  addEventListener('error', (event) => event.target.type === 'module' && handle(), true);
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/dynamically imported|module script/i.test(reason?.message)) handle();
  });
  addEventListener('vite:preloadError', handle);
  addEventListener('astro:hydration-error', handle);
})();
