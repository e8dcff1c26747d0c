import { afterEach, expect, test } from 'vitest';
import { followOtherSites, type OtherSites } from './other-sites.ts';
import { gatewayWith } from './testing/gateway-with.ts';

let sites: OtherSites;
afterEach(() => sites.stop());

const banners = async (cover?: string) =>
  Response.json({ type: 'ok', code: 1, message: { list: cover === undefined ? [] : [{ cover }] } });
const follow = (respond: () => Promise<Response>, listed = banners) => {
  sites = followOtherSites({
    backend: 'http://backend',
    every: 3_600_000,
    fetch: (url) => (String(url).endsWith('/news/list') ? listed() : respond()),
  });
  return sites;
};
const configured = (web_views: string[], tiles?: string) =>
  Response.json({ type: 'ok', code: 1, message: { web_views, map: tiles === undefined ? null : { tiles } } });

test('the page frames the sites of the site configuration and shows its tiles, and no other', async () => {
  const { current, refresh } = follow(async () =>
    configured(['https://help.example', 'https://x; script-src *', '*'], 'https://tiles.example/{z}/{x}/{y}.png'),
  );
  await refresh();
  const gateway = await gatewayWith({
    shell: async () => ({ template: '', files: { home: [], texts: {}, provided: {} } }),
    otherSites: current,
  });
  const policy = String((await gateway.inject('/h5/')).headers['content-security-policy']).split('; ');
  await gateway.close();
  expect(policy).toContain("frame-src 'self' https://help.example");
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example");
});

test('the last list stays while the backend is down or responds with something else', async () => {
  const responses = [
    async () => configured(['https://help.example']),
    async () => new Response('<html>', { status: 502 }),
    async () => Response.json({ type: 'error', code: 0, message: 'no' }),
    async () => Promise.reject(new TypeError('fetch failed')),
    async () => configured([]),
  ];
  const { current, refresh } = follow(() => (responses.shift() as () => Promise<Response>)());
  const seen: (readonly string[])[] = [];
  for (let asked = 0; asked < 4; asked += 1) {
    await refresh();
    seen.push(current().frames);
  }
  expect(seen).toEqual([['https://help.example'], ['https://help.example'], ['https://help.example'], []]);
});

test('tiles of an address that could extend the header are not shown', async () => {
  const { current, refresh } = follow(async () => configured([], 'https://x; script-src *; /{z}/{x}/{y}'));
  await refresh();
  expect(current().images).toEqual([]);
});

test('the first banner of the site is known until there is another one, or none', async () => {
  const lists = [
    () => banners('/api/assets/a.svg'),
    () => Promise.reject(new TypeError('fetch failed')),
    () => banners('https://other.example/a.svg'),
  ];
  const { site, refresh, stop } = follow(
    async () => configured([]),
    () => (lists.shift() ?? banners)(),
  );
  stop();
  await expect.poll(() => site().banner).toBe('/api/assets/a.svg');
  await refresh();
  expect(site().banner).toBe('/api/assets/a.svg');
  await refresh();
  expect(site().banner).toBeNull();
});
