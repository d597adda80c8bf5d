// It caches nothing, so no page or file is ever out of date. It only shows our own message if a page can't be reached.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));
// The server decides what notifications contain (server/features/notifications/push.ts).
addEventListener('push', (event) => {
  const { title, body, href } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, data: href, icon: '/icon-192.png' }));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const asked = new URL(event.notification.data, location.origin);
  const { href } = asked.origin === location.origin ? asked : new URL('/', location.origin);
  // Other pages stay as they are: a form or a game may be open there.
  const go = async () => {
    const pages = await clients.matchAll({ type: 'window' });
    const there = pages.find(({ url }) => url === href);
    return there ? there.focus() : clients.openWindow(href);
  };
  event.waitUntil(go());
});
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
