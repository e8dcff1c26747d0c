/*
 * The page's worker. It keeps what the page needs for a start without a network, and shows notifications. It answers
 * nothing below /api: what it does not name below goes to the network untouched.
 *
 * Any script of the page can write into caches, so nothing in one is believed: a manifest counts if a pinned key signed
 * it, a file if it has the hash that the page asks for. The page around the manifest, its headers and the keys are
 * `PINNED`, which the gateway puts before this script: pages cannot change a worker's script.
 */
const PAGE = '/h5/';
const { keys, page: pinned, headers, since } = self.PINNED;
/** Browsers of before 2022 do not take 'self' for the WebSocket of the same host. */
const POLICY = 'content-security-policy';
headers[POLICY] = headers[POLICY]?.replace("connect-src 'self'", `$& ${location.origin.replace('http', 'ws')}`);
/** Another one after a compromised release, so that nothing of before is found. */
const CACHE = `tessera-kept-${since}`;
const MANIFEST = '/h5/manifest.json';
const MOST_FILES = 400;
const HASH = /^sha256-(\S+)$/;
/** The page's files, whose names change with their content. */
const FILE = /^\/h5\/(assets|remotes\/[^/]+\/[^/]+)\//;

/** A browser whose Cache Storage fails (a damaged or locked profile, a full disk) keeps nothing: the network has the page. */
const NOTHING = {
  match: async () => undefined,
  put: async () => undefined,
  delete: async () => false,
  keys: async () => [],
};
async function cache() {
  try {
    return await caches.open(CACHE);
  } catch {
    // Refused, damaged or missing.
    return NOTHING;
  }
}

/** One change at a time: each reads what the one before has written. */
let changing = Promise.resolve();
function inTurn(change) {
  changing = changing.then(change, change);
  return changing;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const bytesOf = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

async function isSigned({ payload, signatures }) {
  const content = new TextEncoder().encode(payload);
  for (const { key: id, signature } of signatures) {
    const known = keys.find((key) => key.id === id);
    if (!known) continue;
    const { x, y } = known;
    const key = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, ALGORITHM, false, ['verify']);
    if (await crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), content)) return true;
  }
  return false;
}

/** The text of a signed manifest with its epoch, if a pinned key signed it and no compromise came after it; or null. */
async function verified(text) {
  try {
    const signed = JSON.parse(text);
    const { epoch, issuedAt } = (await isSigned(signed)) ? JSON.parse(signed.payload) : {};
    return epoch >= since ? { text, epoch, issuedAt } : null;
  } catch {
    // Not a signed text: it may be anything.
    return null;
  }
}

async function keptManifest() {
  try {
    const kept = await (await cache()).match(MANIFEST);
    return kept ? await verified(await kept.text()) : null;
  } catch {
    // An entry that cannot be read is none.
    return null;
  }
}

async function keepManifest(text) {
  const found = await verified(text);
  if (!found || ended) return;
  const kept = await keptManifest();
  const isOlder = kept && (kept.epoch > found.epoch || (kept.epoch === found.epoch && kept.issuedAt > found.issuedAt));
  if (!isOlder) await (await cache()).put(MANIFEST, new Response(text));
}

/** The page as the gateway sends it, around the manifest that is kept; null if there is none. */
async function keptPage() {
  const kept = pinned && (await keptManifest());
  // Inside a script element `<` could end it.
  return kept && new Response(pinned.join(kept.text.replaceAll('<', '\\u003c')), { headers });
}

const INLINED = /<script type="application\/json" id="tessera-manifest">([^<]*)</;

/**
 * Any script of the page can write cookies, and so many that a server ends every request with them: to the worker that
 * would be a network that fails for as long as they last, and it would start what it has kept. So what fails is asked for
 * once without them; the page deletes them (`drop-cookies.ts` of the host).
 */
async function ask(request, early) {
  const first = early?.status ? early : await fetch(request).catch(() => null);
  if (first?.status < 400) return first;
  const fresh = await Promise.race([
    fetch(request, { credentials: 'omit' }).catch(() => null),
    new Promise((done) => setTimeout(done, 5_000)),
  ]);
  return fresh?.ok ? fresh : first;
}

/** The network first: what it answers always counts. What is kept where it fails, whatever is sent along. */
async function page(event) {
  const early = await Promise.resolve(event.preloadResponse).catch(() => null);
  // Firefox hands over a failed one as a response without a status, where others reject.
  const fresh = await ask(event.request, early);
  if (!fresh || fresh.status >= 500) return (await keptPage()) || fresh || Response.error();
  if (fresh.ok) {
    const copy = fresh.clone();
    const keep = async () => keepManifest(INLINED.exec(await copy.text())?.[1] ?? '');
    event.waitUntil(inTurn(keep));
  }
  return fresh;
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

/** The bytes of a response, if they have the hash that the page demands. */
async function bytesOfHash(response, hash) {
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest)) === hash ? bytes : null;
}

/** What is kept under the address of a request, if it has the hash that the page demands. */
async function keptFile(request) {
  const [, hash] = HASH.exec(request.integrity) ?? [];
  if (!hash) return null;
  const files = await cache();
  try {
    const kept = await files.match(request, { ignoreVary: true });
    if (!kept) return null;
    const { status, headers } = kept;
    const bytes = await bytesOfHash(kept, hash);
    if (bytes) return new Response(bytes, { status, headers });
  } catch {
    // An entry that cannot be read is none.
  }
  await files.delete(request, { ignoreVary: true }).catch(() => false);
  return null;
}

/** A file never changes: the kept one first. */
async function file(event) {
  const { request } = event;
  const again = request.cache === 'reload' || request.cache === 'no-cache';
  const kept = !again && (await keptFile(request));
  if (kept) return kept;
  // With the request's hash: the browser rejects other bytes here, so they are never kept.
  const fresh = await ask(request);
  if (fresh?.ok && request.integrity) event.waitUntil(keepFile(request, fresh.clone()).catch(() => undefined));
  return fresh || Response.error();
}

/**
 * A page says that there is a newer epoch, and which files with which hashes it has loaded before this worker was there:
 * hints only. What has another hash is not kept.
 */
async function follow({ epoch, loaded = [] }) {
  const kept = await keptManifest();
  if (!kept || kept.epoch < epoch) await keepManifest(await (await fetch(MANIFEST, { cache: 'no-cache' })).text());
  const known = await cache();
  for (const [name, integrity] of loaded.slice(0, MOST_FILES)) {
    const { origin, pathname } = new URL(name, location.origin);
    if (origin !== location.origin || !FILE.test(pathname) || !HASH.test(integrity)) continue;
    try {
      if (await known.match(pathname, { ignoreVary: true })) continue;
      const response = await fetch(pathname, { integrity });
      if (response.ok) await keepFile(pathname, response);
    } catch {
      // Other bytes, no network, or nothing can be kept: the page's next request fetches it.
    }
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
  const clear = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('tessera-') && name !== CACHE) await caches.delete(name);
  };
  const begin = async () => {
    await clear().catch(() => undefined);
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
  // Without a network there is nothing to follow.
  if (event.data?.epoch > 0) event.waitUntil(inTurn(() => follow(event.data)).catch(() => undefined));
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
