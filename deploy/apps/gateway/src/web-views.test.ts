import { afterEach, expect, test } from 'vitest';
import { createGateway } from './gateway.ts';
import { followWebViews, type WebViews } from './web-views.ts';

let views: WebViews;
afterEach(() => views.stop());

const follow = (respond: () => Promise<Response>) => {
  views = followWebViews({ backend: 'http://backend', every: 3_600_000, fetch: respond });
  return views;
};
const configured = (...web_views: string[]) => Response.json({ type: 'ok', code: 1, message: { web_views } });

test('the page frames the sites of the site configuration, and no other', async () => {
  const { current, refresh } = follow(async () => configured('https://help.example', 'https://x; script-src *', '*'));
  await refresh();
  const gateway = await createGateway({
    backend: 'http://127.0.0.1:1',
    release: () => undefined,
    keys: async () => [],
    shell: async () => ({ template: '', files: { home: [], texts: {}, provided: {} } }),
    files: async () => undefined,
    frames: current,
  });
  const policy = String((await gateway.inject('/h5/')).headers['content-security-policy']).split('; ');
  await gateway.close();
  expect(policy).toContain("frame-src 'self' https://help.example");
});

test('the last list stays while the backend is down or responds with something else', async () => {
  const responses = [
    async () => configured('https://help.example'),
    async () => new Response('<html>', { status: 502 }),
    async () => Response.json({ type: 'error', code: 0, message: 'no' }),
    async () => Promise.reject(new TypeError('fetch failed')),
    async () => configured(),
  ];
  const { current, refresh } = follow(() => (responses.shift() as () => Promise<Response>)());
  const seen: (readonly string[])[] = [];
  for (let asked = 0; asked < 4; asked += 1) {
    await refresh();
    seen.push(current());
  }
  expect(seen).toEqual([['https://help.example'], ['https://help.example'], ['https://help.example'], []]);
});
