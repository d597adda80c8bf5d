(() => {
  // The router goes on to pages without the banner, such as the home page, and this goes along.
  const banner = () => document.getElementById('trouble') ?? document.createElement('div');

  function say(text) {
    banner().textContent = text;
  }

  const lasting = () =>
    window.playtallyInMemory ? 'Your browser blocks storage for this site, so a reload logs you out.' : '';

  function tell() {
    const { dataset } = banner();
    const wasOffline = dataset.network === 'offline';
    dataset.network = navigator.onLine ? 'online' : 'offline';
    if (!navigator.onLine) say('You’re offline. The rest loads when you’re back.');
    else if (wasOffline || lasting()) say(lasting());
  }

  addEventListener('online', tell);
  addEventListener('offline', tell);
  addEventListener('playtally:memory', () => say(lasting()));
  document.addEventListener('astro:page-load', tell);
  tell();
})();
