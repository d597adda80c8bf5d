(() => {
  function show() {
    // This script stays when the router goes to a page without the banner.
    const banner = document.getElementById('trouble');
    if (!banner) return;
    const { dataset } = banner;
    const lasting = window.playtallyInMemory
      ? 'Your browser blocks storage for this site, so a reload logs you out.'
      : '';
    const wasOffline = dataset.network === 'offline';
    dataset.network = navigator.onLine ? 'online' : 'offline';
    if (!navigator.onLine) banner.textContent = 'You’re offline. The rest loads when you’re back.';
    else if (wasOffline || lasting) banner.textContent = lasting;
  }

  for (const name of ['online', 'offline', 'playtally:memory']) addEventListener(name, show);
  document.addEventListener('astro:page-load', show);
  show();
})();
