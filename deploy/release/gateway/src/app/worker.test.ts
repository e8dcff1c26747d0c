import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The worker's script in a scope of its own: what it gets of the browser is played. */
const SCRIPT = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8');

const URL_OF_FILE = 'https://app.test/h5/assets/vendor.1.js';
const RIGHT = 'the file';
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

type Entry = () => Response;
type Kept = Map<string, Entry>;
type Storage = Pick<CacheStorage, 'open' | 'keys' | 'delete'>;

const addressOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), URL_OF_FILE).pathname;

function storageOf(kept: Kept, how: 'sound' | 'throws' | 'no open' | 'no reading' | 'no writing'): Storage {
  const fail = async (): Promise<never> => {
    throw new DOMException('damaged', 'UnknownError');
  };
  const cache = {
    match: how === 'no reading' ? fail : async (request: RequestInfo) => kept.get(addressOf(request))?.(),
    put:
      how === 'no writing'
        ? fail
        : async (request: RequestInfo, response: Response) => {
            const bytes = await response.arrayBuffer();
            kept.set(addressOf(request), () => new Response(bytes));
          },
    delete: how === 'no writing' ? fail : async (request: RequestInfo) => kept.delete(addressOf(request)),
    keys:
      how === 'no reading' ? fail : async () => [...kept.keys()].map((path) => new Request(new URL(path, URL_OF_FILE))),
  };
  if (how === 'throws') {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    return { open: refuse, keys: refuse, delete: refuse };
  }
  return {
    open: how === 'no open' ? fail : async () => cache as unknown as Cache,
    keys: how === 'no open' ? fail : async () => ['tessera-kept-0', 'tessera-app'],
    delete: how === 'no open' ? fail : async () => true,
  };
}

type Network = (request: Request) => Promise<Response>;
/** Holds bytes to the hash of the request, as a browser does. */
const network =
  (body: string, headers: Record<string, string> = {}): Network =>
  async ({ integrity }) => {
    if (integrity && integrity !== hashOf(body)) throw new TypeError('Failed to fetch');
    return new Response(body, { headers });
  };

/** A script makes no Request of a navigation: a test names its address alone. */
const asked = (request: Request | string, init?: RequestInit) =>
  new Request(
    request instanceof Request ? request : new URL(typeof request === 'string' ? request : '/h5/', URL_OF_FILE),
    init,
  );

type Handler = (event: object) => void;

const NOTHING = { keys: [], page: null, headers: {}, since: 0 };

function worker(storage: Storage, fetch: Network, pinned: object = NOTHING) {
  const handlers = new Map<string, Handler>();
  const waiting: Promise<unknown>[] = [];
  let claimed = 0;
  const scope = {
    self: { PINNED: pinned },
    caches: storage,
    fetch: (request: Request | string, init?: RequestInit) =>
      fetch(typeof request === 'string' || init ? asked(request, init) : request),
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    location: { origin: 'https://app.test' },
    registration: {},
    clients: { claim: async () => (claimed += 1) },
    skipWaiting: () => undefined,
  };
  new Function(...Object.keys(scope), SCRIPT)(...Object.values(scope));
  const send = (type: string, event: object) =>
    handlers.get(type)?.({ waitUntil: (work: Promise<unknown>) => waiting.push(work), ...event });
  return {
    async ask(request: Pick<Request, 'url' | 'method' | 'mode'>, preloadResponse?: Promise<Response>): Promise<string> {
      let response: Promise<Response> | undefined;
      send('fetch', { request, preloadResponse, respondWith: (promise: Promise<Response>) => (response = promise) });
      const text = await response?.then(
        (answer) => (answer.type === 'error' ? 'failed' : answer.text()),
        () => 'failed',
      );
      await Promise.all(waiting);
      return text ?? 'left to the network';
    },
    async tell(data: object) {
      send('message', { data });
      await Promise.all(waiting);
    },
    async activate() {
      send('activate', {});
      await Promise.all(waiting);
      return claimed;
    },
  };
}

const request = (more: RequestInit = {}) => new Request(URL_OF_FILE, { integrity: hashOf(RIGHT), ...more });
const PATH = addressOf(URL_OF_FILE);
const page = '<!doctype html><title>Log in to the network</title>';
const unreadable = () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('damaged')) });
  return new Response(body);
};

describe.each([
  ['another file', () => new Response('another file')],
  ['a page of a network', () => new Response(page, { headers: { 'content-type': 'text/html' } })],
  ['half of it', () => new Response(RIGHT.slice(0, 3))],
  ['nothing', () => new Response('')],
  ['what cannot be read', unreadable],
])('a cache that holds %s under the address of a file', (_what, entry) => {
  test('costs a request, and holds the file from then on', async () => {
    const kept: Kept = new Map([[PATH, entry]]);
    expect(await worker(storageOf(kept, 'sound'), network(RIGHT)).ask(request())).toBe(RIGHT);
    const offline = worker(storageOf(kept, 'sound'), () => Promise.reject(new TypeError()));
    expect(await offline.ask(request())).toBe(RIGHT);
  });
});

test.each([
  ['is a response, as Firefox has it', () => Promise.resolve(Response.error())],
  ['rejects', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'a page that the browser failed to load ahead of its worker is loaded by the worker, where that %s',
  async (_how, early) => {
    const page = { url: 'https://app.test/h5/', method: 'GET', mode: 'navigate' } as const;
    const sound = worker(storageOf(new Map(), 'sound'), async () => new Response('the page'));
    expect(await sound.ask(page, early())).toBe('the page');
  },
);

test.each(['throws', 'no open', 'no reading', 'no writing'] as const)(
  'a Cache Storage that fails (%s) costs no file that the network has',
  async (how) => {
    const broken = worker(storageOf(new Map([[PATH, () => new Response('rubbish')]]), how), network(RIGHT));
    expect(await broken.ask(request())).toBe(RIGHT);
    expect(await broken.activate()).toBe(1);
    await broken.tell({ epoch: 1, loaded: [[PATH, hashOf(RIGHT)]] });
  },
);

test('a wrong answer with 200 is not kept: the next request is made to the network', async () => {
  const kept: Kept = new Map();
  const wrong = worker(storageOf(kept, 'sound'), network(page, { 'content-type': 'text/html' }));
  expect(await wrong.ask(request())).toBe('failed');
  await wrong.tell({ epoch: 1, loaded: [[PATH, hashOf(RIGHT)]] });
  expect(kept.size).toBe(0);
  expect(await worker(storageOf(kept, 'sound'), network(RIGHT)).ask(request())).toBe(RIGHT);
  expect([...kept.keys()]).toEqual([PATH]);
});

describe('what a page had loaded before its worker came', () => {
  const told = async (loaded: unknown, answers: Network) => {
    const kept: Kept = new Map();
    await worker(storageOf(kept, 'sound'), answers).tell({ epoch: 1, loaded });
    return [...kept.keys()];
  };
  const OTHER = '/h5/remotes/trading/1.0.0-a/chart.js';

  test('is fetched with the hash that the page had loaded it by, and kept', async () => {
    expect(await told([[URL_OF_FILE, hashOf(RIGHT)]], network(RIGHT))).toEqual([PATH]);
  });

  test.each([
    ['of other bytes', network('another script', { 'content-type': 'text/javascript' })],
    ['that is a page', network(page, { 'content-type': 'text/html' })],
    ['that does not come', () => Promise.reject(new TypeError())],
  ] as const)('is not kept where it is one %s, and costs no other file', async (_what, spoiled) => {
    const answers: Network = (asked) => (asked.url === URL_OF_FILE ? spoiled(asked) : network(RIGHT)(asked));
    const loaded = [
      [PATH, hashOf(RIGHT)],
      [OTHER, hashOf(RIGHT)],
    ];
    expect(await told(loaded, answers)).toEqual([OTHER]);
  });

  test.each([
    ['without a hash', [PATH, '']],
    ['with an unknown one', [PATH, 'md5-AAAA']],
    ['of another origin', ['https://other.test/h5/assets/vendor.1.js', hashOf(RIGHT)]],
    ['of the interface', ['/h5/assets/../../api/user/info', hashOf(RIGHT)]],
    ['that a former page names', PATH],
  ])('is not fetched %s', async (_what, name) => {
    const asked: string[] = [];
    const answers: Network = async ({ url }) => {
      asked.push(new URL(url).pathname);
      return new Response('');
    };
    await told([name], answers);
    expect(asked).toEqual(['/h5/manifest.json']);
  });
});

test('a request past all caches is made to the network, whatever is kept', async () => {
  const kept: Kept = new Map([[PATH, () => new Response(RIGHT)]]);
  const asked: string[] = [];
  const online = worker(storageOf(kept, 'sound'), async ({ url }) => {
    asked.push(url);
    return new Response(RIGHT);
  });
  await online.ask(request());
  expect(asked).toEqual([]);
  await online.ask(request({ cache: 'reload' }));
  expect(asked).toEqual([URL_OF_FILE]);
});

describe('cookies that code once left, with which every request fails', () => {
  const PAGE = { url: 'https://app.test/h5/', method: 'GET', mode: 'navigate' } as const;
  const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

  /** What the platform has signed in an epoch, and the worker's script that knows its key. */
  async function signer() {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const { x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    return {
      pinned: { ...NOTHING, keys: [{ id: 'k', x, y }], page: ['kept ', ''] },
      async signed(epoch: number): Promise<string> {
        const payload = JSON.stringify({ epoch, issuedAt: 1 });
        const signature = await crypto.subtle.sign(ALGORITHM, privateKey, new TextEncoder().encode(payload));
        const signatures = [{ key: 'k', signature: Buffer.from(signature).toString('base64url') }];
        return JSON.stringify({ payload, signatures });
      },
    };
  }
  const WAYS = [
    ['end the connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['are answered with 431', async () => new Response('', { status: 431 })],
    ['are answered with 400', async () => new Response('', { status: 400 })],
    ['are answered with 503', async () => new Response('', { status: 503 })],
  ] as const;
  const only =
    (fails: () => Promise<Response>, sound: string): Network =>
    (sent) =>
      sent.credentials === 'omit' ? network(sound)(sent) : fails();

  test.each(WAYS)('start no withdrawn release where they %s: the page comes without them', async (_how, fails) => {
    const { pinned, signed } = await signer();
    const withdrawn = await signed(7);
    const kept: Kept = new Map([['/h5/manifest.json', () => new Response(withdrawn)]]);
    const now = `<script type="application/json" id="tessera-manifest">${await signed(9)}</script>`;
    const storage = storageOf(kept, 'sound');
    expect(await worker(storage, only(fails, now), pinned).ask(PAGE)).toBe(now);
    // Nor does the next start without a network.
    const offline = worker(storage, () => Promise.reject(new TypeError()), pinned);
    expect(await offline.ask(PAGE)).toContain('\\"epoch\\":9');
  });

  test.each(WAYS)('cost no file where they %s', async (_how, fails) => {
    const kept: Kept = new Map();
    expect(await worker(storageOf(kept, 'sound'), only(fails, RIGHT)).ask(request())).toBe(RIGHT);
    expect([...kept.keys()]).toEqual([PATH]);
  });

  test('are not read into what a browser has sent ahead of the worker', async () => {
    const early = async () => new Response('', { status: 431 });
    const sound = worker(storageOf(new Map(), 'sound'), async () => new Response('the page'));
    expect(await sound.ask(PAGE, early())).toBe('the page');
  });
});
