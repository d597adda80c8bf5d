// Keeps nothing: pages and files come from the network as they do without it, so none can be old. It only answers in its own words where
// a page can't be reached.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const reach = async () => (await event.preloadResponse) || fetch(event.request);
  const offline = () =>
    new Response(OFFLINE_PAGE, {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    });
  event.respondWith(reach().catch(offline));
});
