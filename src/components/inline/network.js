(() => {
  function say(text) {
    document.getElementById('trouble').textContent = text;
  }

  const lasting = () =>
    window.playtallyInMemory
      ? 'Your browser stores nothing for this site, so you are logged in only until you reload or close this page.'
      : '';

  function tell() {
    const { dataset } = document.getElementById('trouble');
    const wasOffline = dataset.network === 'offline';
    dataset.network = navigator.onLine ? 'online' : 'offline';
    if (!navigator.onLine)
      say('You are offline. What is here stays; the rest comes when the connection is back.');
    else if (wasOffline || lasting()) say(lasting());
  }

  addEventListener('online', tell);
  addEventListener('offline', tell);
  addEventListener('playtally:memory', () => say(lasting()));
  document.addEventListener('astro:page-load', tell);
  tell();
})();
