(() => {
  let isHandled = false;

  function explain() {
    let banner = document.getElementById('trouble');
    if (!banner) {
      banner = document.createElement('p');
      banner.className = 'notice bad wrap';
      banner.setAttribute('role', 'alert');
      (document.querySelector('main') || document.body).prepend(banner);
    }
    banner.textContent = 'We couldn’t load part of this page. Nothing you saved is lost. ';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button small quiet';
    button.textContent = 'Reload';
    button.onclick = () => location.reload();
    banner.append(button);
    document.addEventListener(
      'astro:after-swap',
      () => {
        isHandled = false;
        if (button.isConnected) banner.textContent = '';
      },
      { once: true },
    );
  }

  function handle() {
    if (isHandled) return;
    isHandled = true;
    if (!navigator.onLine) {
      const retry = () => {
        isHandled = false;
        handle();
      };
      return addEventListener('online', retry, { once: true });
    }
    try {
      const { pathname } = location;
      const now = Date.now();
      const [path, time] = JSON.parse(sessionStorage.getItem('reloaded') || '[]');
      if (path !== pathname || !(now - time < 600_000)) {
        sessionStorage.setItem('reloaded', JSON.stringify([pathname, now]));
        return location.reload();
      }
    } catch {}
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', explain);
    else explain();
  }

  addEventListener('error', ({ target }) => target.type === 'module' && handle(), true);
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/dynamically imported|module script/i.test(reason?.message)) handle();
  });
  addEventListener('vite:preloadError', handle);
  addEventListener('astro:hydration-error', handle);
})();
