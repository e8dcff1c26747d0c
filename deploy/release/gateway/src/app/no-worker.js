/* Takes the place of the page's worker where the operator has switched it off: ends it and deletes what it kept. */
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const end = async () => {
    for (const name of await caches.keys()) if (name.startsWith('tessera-')) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(end());
});
