/*
 * The page's worker. It keeps the newest page and its files for a start without a network, and shows notifications. It
 * answers nothing below /api: what it does not name below goes to the network untouched.
 */
const PAGE = '/h5/';
const CACHE = 'tessera-app';
const STATE = '/h5/app/state';
const MOST_FILES = 400;
/** The page's files, whose names change with their content. */
const FILE = /^\/h5\/(assets|remotes\/[^/]+\/[^/]+)\//;

const cache = () => caches.open(CACHE);

/** The highest epoch that a page has verified, and the keys under which it did. */
async function readState() {
  const kept = await (await cache()).match(STATE);
  return kept ? kept.json() : { epoch: 0, keys: [] };
}
const writeState = async (state) => (await cache()).put(STATE, new Response(JSON.stringify(state)));

/** What the server says of a page: its epoch and the ids of its keys. Null of what is no page of a release. */
function releaseOf(response) {
  const [epoch, ...keys] = (response.headers.get('x-tessera-release') || '').split(' ');
  return epoch && keys.length ? { epoch: Number(epoch), keys } : null;
}
const sameKeys = (release, state) => release.keys.some((key) => state.keys.includes(key));
/** Under keys that have nothing in common with the former ones, epochs begin anew. */
const isOlder = (release, state) => sameKeys(release, state) && release.epoch < state.epoch;

/** One change at a time: each reads what the one before has written. */
let changing = Promise.resolve();
function inTurn(change) {
  changing = changing.then(change, change);
  return changing;
}

/** Keeps a page that is no older than any that was verified. */
async function keepPage(response) {
  const release = releaseOf(response);
  const state = await readState();
  if (!release || isOlder(release, state)) return;
  await writeState({ epoch: sameKeys(release, state) ? state.epoch : 0, keys: release.keys });
  await (await cache()).put(PAGE, response);
}

const keptPage = async () => {
  const kept = await (await cache()).match(PAGE);
  const release = kept && releaseOf(kept);
  return release && !isOlder(release, await readState()) ? kept : null;
};

/** The network first; what is kept where that fails, or where it is older than what a page has verified here. */
async function page(event) {
  const fresh = await Promise.resolve(event.preloadResponse)
    .then((early) => early || fetch(event.request))
    .catch(() => null);
  const release = fresh && releaseOf(fresh);
  if (fresh && fresh.status < 500 && !(release && isOlder(release, await readState()))) {
    if (fresh.ok) {
      const copy = fresh.clone();
      event.waitUntil(inTurn(() => keepPage(copy)));
    }
    return fresh;
  }
  return (await keptPage()) || fresh || Response.error();
}

/** The operator has switched the worker off: it lives as long as the page that says so, and keeps nothing more. */
let ended = false;

async function keepFile(request, response) {
  if (ended) return;
  const files = await cache();
  await files.put(request, response);
  const names = (await files.keys()).filter(({ url }) => FILE.test(new URL(url).pathname));
  for (const name of names.slice(0, -MOST_FILES)) await files.delete(name);
}

/** A file never changes. The browser checks its hash, of what is kept as well. */
async function file(event) {
  const { request } = event;
  const again = request.cache === 'reload' || request.cache === 'no-cache';
  const kept = !again && (await caches.match(request, { ignoreVary: true }));
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) event.waitUntil(keepFile(request, fresh.clone()));
  return fresh;
}

/** A page has verified an epoch; `files` are what it has loaded before this worker was there. */
async function verified({ epoch, files }) {
  const state = await readState();
  if (epoch > state.epoch) await writeState({ ...state, epoch });
  const known = await cache();
  const kept = await keptPage();
  if (!kept || releaseOf(kept).epoch < epoch) await keepPage(await fetch(PAGE, { cache: 'no-cache' }));
  for (const name of files) {
    if (FILE.test(name) && !(await known.match(name, { ignoreVary: true })))
      await fetch(name).then((response) => response.ok && keepFile(name, response));
  }
}

/** Shows a screen in the app that is open, or opens the app there. */
async function openAt(link) {
  const [open] = await clients.matchAll({ type: 'window' });
  if (!open) return clients.openWindow(`${PAGE}#${link}`);
  open.postMessage({ open: link });
  return open.focus();
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const begin = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('tessera-') && name !== CACHE) await caches.delete(name);
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(begin());
});
addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  // A page with overrides or a preview is not for the next start.
  if (mode === 'navigate' && pathname === PAGE && !search) event.respondWith(page(event));
  else if (FILE.test(pathname)) event.respondWith(file(event));
});
addEventListener('message', (event) => {
  ended ||= event.data?.ended === true;
  if (event.data && event.data.epoch > 0) event.waitUntil(inTurn(() => verified(event.data)).catch(() => undefined));
});
addEventListener('push', (event) => {
  const { title, body, tag, link } = event.data.json();
  const look = { icon: '/h5/app/icon-192.png', badge: '/h5/app/badge-96.png' };
  event.waitUntil(registration.showNotification(title, { ...look, body, tag, data: link }));
});
addEventListener('notificationclick', (event) => {
  const link = String(event.notification.data);
  event.notification.close();
  event.waitUntil(openAt(link.startsWith('/pages/') ? link : '/'));
});
