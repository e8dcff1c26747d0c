import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { languageCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { tellUser } from '../messages/index.ts';
import { items } from './catalogue.ts';
import { readTexts, seedContent } from './seed.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const keysOf = (texts: object) =>
  Object.entries(texts)
    .flatMap(([kind, entries]) => Object.keys(entries as object).map((key) => `${kind}.${key}`))
    .toSorted();
const english = readTexts('en');

describe.each(languageCodes)('in %s', (language) => {
  const own = readTexts(language);

  test('every item has a text and no text is without an item', () => {
    expect(keysOf(own)).toEqual(items.map(({ kind, key }) => `${kind}.${key}`).toSorted());
  });

  test('no longer text is left in English', () => {
    if (language === 'en') return;
    for (const kind of ['news', 'banner', 'help', 'faq', 'page', 'message'] as const) {
      for (const [key, { body }] of Object.entries(own[kind])) expect(body, key).not.toBe(english[kind][key]?.body);
    }
  });

  test('limits are the same figures as in English', () => {
    const figures = (text: string) => {
      const joined = text.replace(/(?<=\d)[.,\u00a0\u202f](?=\d{3})/g, '');
      return [...new Set(joined.match(/\d+/g))].toSorted();
    };
    for (const [kind, key] of [
      ['news', 'limits'],
      ['faq', 'order_limit'],
    ] as const) {
      expect(figures(own[kind][key]?.body ?? '')).toEqual(figures(english[kind][key]?.body ?? ''));
    }
  });

  test('menu titles are short enough to stand below an icon', () => {
    for (const { title } of Object.values(own.menu)) expect(title.length, title).toBeLessThanOrEqual(18);
  });

  test('the calls return this language', async () => {
    const { list } = await app.ok('POST /news/list', { c_id: 42 }, { language });
    expect(list.map(({ title }) => title)).toContain(own.help.deposit?.title);
    expect((await app.ok('GET /aboutus', {}, { language })).content).toBe(own.page.aboutus?.body);
    expect((await app.ok('GET /operational_compliance', {}, { language })).title).toBe(
      own.page.operational_compliance?.title,
    );
    expect((await app.ok('GET /contactus', {}, { language })).hours).toBe(own.page.contactus?.body);
    expect((await app.ok('GET /faq', {}, { language })).list[0]?.question).toBe(own.faq.forgot_password?.title);
    expect((await app.ok('GET /menu', {}, { language })).list[0]).toEqual({
      key: 'deposit',
      title: own.menu.deposit?.title,
      path: '/pages/fund/receive',
      group: 'main',
      badge: null,
    });
  });
});

test('the menu opens stocks and futures in the list of the market that holds them', async () => {
  const { list } = await app.ok('GET /menu', {});
  const pathOf = (key: string) => list.find((entry) => entry.key === key)?.path;
  expect(pathOf('stocks')).toBe('/pages/market/market?tab=stocks');
  expect(pathOf('futures')).toBe('/pages/market/market?tab=futures');
});

type Route = { readonly path: string; readonly params?: Readonly<Record<string, string>> };

test('every link of menu and banners leads to a declared screen with declared parameters', () => {
  const root = join(import.meta.dirname, '../../../..');
  const files = [join(root, 'host/screens.json')].concat(
    readdirSync(join(root, 'remotes')).map((name) => join(root, 'remotes', name, 'remote.json')),
  );
  const routes = files.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { routes: Route[] }).routes);
  const fits = (link: string) => {
    const { pathname, searchParams } = new URL(link, 'http://app.test');
    const route = routes.find(({ path }) => path === pathname);
    return (
      route !== undefined &&
      [...searchParams].every(([name, value]) => {
        const kind = route.params?.[name]?.replace(/\?$/, '');
        return kind === 'string' || (kind === 'number' ? /^\d+$/.test(value) : kind?.split('|').includes(value));
      })
    );
  };
  const links = items.flatMap(({ link }) => (link?.startsWith('/') ? [link] : []));
  // The form alone would choose the accounts, and money would lie where it is not looked for.
  expect(links.filter((link) => /^\/pages\/fund\/transfer(?!.*[?&]from=.*[?&]to=)/.test(link))).toEqual([]);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !fits(link))).toEqual([]);
});

test('news come newest first, page by page', async () => {
  const first = await app.ok('POST /news/list', { c_id: 4, page: 1, limit: 3 });
  const second = await app.ok('POST /news/list', { c_id: 4, page: 2, limit: 3 });
  const times = [...first.list, ...second.list].map(({ at }) => at);
  expect(first.total).toBe(4);
  expect(times).toHaveLength(4);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('the cover of every item, and every logo, can be fetched and cached', async () => {
  const config = await app.ok('GET /getSiteConfig');
  const lists = await Promise.all([4, 5].map((c_id) => app.ok('POST /news/list', { c_id })));
  const covers = lists.flatMap(({ list }) => list.flatMap(({ cover }) => cover ?? []));
  expect(covers.length).toBeGreaterThanOrEqual(7);
  for (const url of [...covers, config.site_logo, config.down_logo, config.red_logo]) {
    const response = await app.app.inject({ url });
    expect(response.statusCode, url).toBe(200);
    expect(response.headers['content-type']).toBe('image/svg+xml');
    expect(response.headers['cache-control']).toContain('max-age=');
  }
});

test.each(['nothing.svg', '..%2F..%2Fpackage.json', 'logo.png'])('there is no picture %s', async (name) => {
  expect((await app.app.inject({ url: `/api/assets/${name}` })).statusCode).toBe(404);
});

test('only items are read by their id', async () => {
  const { list } = await app.ok('POST /news/list', { c_id: 4 });
  const detail = await app.ok('POST /news/detail', { id: list[0]?.id });
  expect(detail).toMatchObject({ ...list[0], content: english.news.welcome?.body });
  const [menu] = await app.database.query<{ id: string }>("select id from content_item where kind = 'menu' limit 1");
  for (const id of ['999999', menu?.id]) {
    expect(await app.rejection('POST /news/detail', { id })).toMatchObject({ error: 'not_found', field: 'id' });
  }
});

test.each([
  ['POST /news/list', { c_id: 7 }, 'c_id'],
  ['POST /news/list', {}, 'c_id'],
  ['POST /news/list', { c_id: 4, limit: 101 }, 'limit'],
  ['POST /news/list', { c_id: 4, page: 0 }, 'page'],
  ['POST /news/detail', { id: 'first' }, 'id'],
] as const)('%s with %j is rejected and names the field %s', async (key, payload, field) => {
  expect((await app.rejection(key, payload)).field).toBe(field);
});

test('a text that staff wrote stays when the seed runs again, and a missing one is returned in English', async () => {
  await app.database.query(
    `update content_text t set title = 'Hallo', edited = true from content_item i
      where i.id = t.item_id and i.kind = 'page' and i.key = 'aboutus' and t.language = 'de'`,
  );
  await seedContent(app.database, app.now());
  expect((await app.ok('GET /aboutus', {}, { language: 'de' })).title).toBe('Hallo');
  const [added] = await app.database.query<{ id: string }>(
    "insert into content_item (kind, key, at) values ('news', 'later', now()) returning id",
  );
  await app.database.query(
    "insert into content_text (item_id, language, title, updated_at) values ($1, 'en', 'Later', now())",
    [added?.id],
  );
  expect((await app.ok('POST /news/detail', { id: added?.id }, { language: 'th' })).title).toBe('Later');
  await app.database.query('delete from content_item where id = $1', [added?.id]);
});

test('feedback is kept; without signing in, without an address or without words it is rejected', async () => {
  const { token } = await signUp(app);
  const feedback = { email: 'me@example.com', title: 'Charts', content: 'More drawing tools, please.' };
  const { id } = await app.ok('POST /contactus', feedback, { token });
  const [row] = await app.database.query('select title, content, email from feedback where id = $1', [id]);
  expect(row).toEqual(feedback);
  expect((await app.rejection('POST /contactus', feedback)).type).toBe('999');
  for (const [field, value] of [
    ['email', 'nobody'],
    ['title', ' '],
    ['content', ''],
    ['content', 'x'.repeat(2_001)],
  ] as const) {
    expect((await app.rejection('POST /contactus', { ...feedback, [field]: value }, { token })).field).toBe(field);
  }
});

test('messages greet a new user, and are read once they are marked', async () => {
  expect((await app.rejection('GET /mailMessage/getList')).type).toBe('999');
  const { token } = await signUp(app);
  const first = await app.ok('GET /mailMessage/getList', {}, { token, language: 'de' });
  expect(first.list.map(({ kind, read }) => [kind, read])).toEqual([
    ['system', false],
    ['service', false],
  ]);
  expect(first.list[1]?.title).toBe(readTexts('de').message.welcome?.title);
  const second = await app.ok('GET /mailMessage/getList', { page: 2, limit: 1 }, { token });
  expect(second).toMatchObject({ page: 2, total: 2, list: [{ read: false }] });
  const read = async () =>
    (await app.ok('GET /mailMessage/getList', {}, { token })).list.map((message) => message.read);
  const unread = async () => (await app.ok('GET /mailMessage/unread', {}, { token })).boxes.messages;
  expect([await read(), await unread()]).toEqual([[false, false], 2]);
  await app.ok('POST /mailMessage/read', { id: first.list[1]?.id }, { token });
  await app.ok('POST /mailMessage/read', { id: first.list[1]?.id }, { token });
  expect([await read(), await unread()]).toEqual([[false, true], 1]);
  expect(await app.rejection('POST /mailMessage/read', { id: '999999' }, { token })).toMatchObject({ field: 'id' });
  await app.ok('POST /mailMessage/read', {}, { token });
  expect([await read(), await unread()]).toEqual([[true, true], 0]);
});

test('a message about an earlier moment that is stored after all were read stays unread', async () => {
  const { id, token } = await signUp(app);
  await app.ok('POST /mailMessage/read', {}, { token });
  await app.database.transaction((tx) =>
    tellUser(tx, {
      userId: id,
      kind: 'payment_received',
      named: { amount: '1 USDT', sender: 'Bo' },
      reference: 'late',
      at: app.now() - 60_000,
      byMail: false,
    }),
  );
  expect((await app.ok('GET /mailMessage/unread', {}, { token })).boxes.messages).toBe(1);
});

test('announcements since the sign-up are counted until they are read, and pop up where staff ask for it', async () => {
  const { token } = await signUp(app);
  const operator = await signInStaff(app, 'operator');
  const unread = async () => (await app.ok('GET /mailMessage/unread', {}, { token })).boxes.announcements;
  expect(await unread()).toBe(0);
  const [added] = await app.database.query<{ id: string }>(
    `insert into content_item (kind, key, at) values ('news', 'fresh', $1) returning id`,
    [new Date(app.now() + 1)],
  );
  await app.database.query(
    `insert into content_text (item_id, language, title, updated_at) values ($1, 'en', 'Fresh', now())`,
    [added?.id],
  );
  expect(await unread()).toBe(1);
  const pop = { id: added?.id, on: true, reason: 'maintenance' };
  expect(
    await app.rejection('POST /staff/announcements/pop', pop, { token: (await signInStaff(app, 'support')).token }),
  ).toMatchObject({ error: 'forbidden' });
  await app.ok('POST /staff/announcements/pop', pop, { token: operator.token });
  const { list } = await app.ok('GET /staff/announcements', {}, { token: operator.token });
  expect(list.find(({ id }) => id === added?.id)).toMatchObject({ title: 'Fresh', pop: true });
  expect((await app.ok('GET /news/index_pop', {}, { token })).item?.id).toBe(added?.id);
  await app.ok('POST /news/pop_seen', { id: added?.id }, { token });
  expect([await unread(), (await app.ok('GET /news/index_pop', {}, { token })).item]).toEqual([0, null]);
  const unknown = { ...pop, id: '999999' };
  expect(await app.rejection('POST /staff/announcements/pop', unknown, { token: operator.token })).toMatchObject({
    error: 'not_found',
  });
  const commands = app.ports.staffCommands();
  const run = (name: string, fields: Readonly<Record<string, string>>) =>
    commands.find((each) => each.name === name)?.run(fields, { staffId: operator.id, at: app.now() });
  expect(await run('announcement-pop', { id: added?.id ?? '', on: 'false', reason: 'over' })).toMatchObject([
    { pop: false },
  ]);
  expect((await run('announcements', {}))?.length).toBeGreaterThan(1);
  await app.database.query('delete from content_item where id = $1', [added?.id]);
});

test('editors write an announcement language by language, and users see it once it is published', async () => {
  const { token } = await signUp(app);
  const operator = await signInStaff(app, 'operator');
  const text = (language: string, changes = {}) => ({
    language,
    title: `title ${language}`,
    abstract: 'in short',
    content: 'First.\n\nSecond.',
    reason: 'maintenance',
    ...changes,
  });
  const save = (input: Record<string, unknown>, by = operator.token) =>
    app.call('POST /staff/announcements/save', input, { token: by });
  expect(await save(text('de'))).toMatchObject({ error: 'field_required' });
  expect(await save(text('en'), (await signInStaff(app, 'reviewer')).token)).toMatchObject({ error: 'forbidden' });
  const saved = await save(text('en'));
  const id = saved.type === 'ok' ? saved.message.id : '';
  // A save that is repeated after a lost response, also at once or with other words, is of the same draft.
  const key = { client_id: randomUUID() };
  const drafts = await Promise.all([
    save(text('en', key)),
    save(text('en', key)),
    save(text('en', { ...key, title: 'b' })),
  ]);
  expect(new Set(drafts.map((each) => each.type === 'ok' && each.message.id)).size).toBe(1);
  const other = await save(text('en', key), (await signInStaff(app, 'operator')).token);
  expect([drafts[0], await save(text('en'))]).not.toContainEqual(other);
  await app.database.query(`delete from content_item where key like 'staff-%' and id <> $1`, [id]);
  // The longest text of the widest script is one form.
  expect((await save(text('zh', { id, content: '字'.repeat(5_000) }))).type).toBe('ok');
  expect((await save(text('de', { id }))).type).toBe('ok');
  expect((await save(text('de', { id, title: 'neu' }))).type).toBe('ok');
  const [help] = await app.database.query<{ id: string }>(`select id from content_item where kind = 'help' limit 1`);
  for (const other of [help?.id, '999999']) {
    expect(await save(text('en', { id: other }))).toMatchObject({ error: 'not_found' });
  }
  const { texts } = await app.ok('GET /staff/announcement', { id }, { token: operator.token });
  expect(texts.map(({ language, title }) => [language, title])).toEqual([
    ['de', 'neu'],
    ['en', 'title en'],
    ['zh', 'title zh'],
  ]);
  const seen = async () => {
    const reply = await app.call('POST /news/detail', { id }, { token, language: 'de' });
    return reply.type === 'ok' ? reply.message.title : reply.error;
  };
  const unread = async () => (await app.ok('GET /mailMessage/unread', {}, { token })).boxes.announcements;
  expect([await seen(), await unread()]).toEqual(['not_found', 0]);
  const show = (on: boolean) =>
    app.ok('POST /staff/announcements/show', { id, on, reason: 'now' }, { token: operator.token });
  await show(true);
  const first = (await app.ok('GET /staff/announcements', {}, { token: operator.token })).list[0];
  expect(first).toMatchObject({ id, shown: true, at: app.now(), languages: ['de', 'en', 'zh'] });
  expect([await seen(), await unread()]).toEqual(['neu', 1]);
  app.advance(60_000);
  await show(false);
  expect([await seen(), await unread()]).toEqual(['not_found', 0]);
  await show(true);
  const again = (await app.ok('GET /staff/announcements', {}, { token: operator.token })).list[0];
  expect(again).toMatchObject({ id, at: first?.at });
  const acts = await app.database.query<{ action: string; reason: string }>(
    'select action, reason from staff_action where subject = $1 order by id',
    [`content_item:${id}`],
  );
  // Also what is not shown any more.
  expect(acts.map(({ reason }) => reason)).toContain('de: maintenance\n\ntitle de\n\nin short\n\nFirst.\n\nSecond.');
  expect(acts.map(({ action }) => action.replace('content.', ''))).toEqual([
    'write',
    'write',
    'write',
    'write',
    'publish',
    'withdraw',
    'publish',
  ]);
  await app.database.query('delete from content_item where id = $1', [id]);
});

test('an announcement pops up once for a user, and not for users who do not want it', async () => {
  const ann = await signUp(app);
  const bob = await signUp(app);
  const shown = async (token?: string) => (await app.ok('GET /news/index_pop', {}, token ? { token } : {})).item?.id;
  // None by itself: staff ask for it.
  expect(await shown()).toBeUndefined();
  await app.database.query("update content_item set pop = true where kind = 'news' and key = 'welcome'");
  const id = await shown();
  expect(id).toBeDefined();
  expect(await shown(ann.token)).toBe(id);
  await app.ok('POST /news/pop_seen', { id }, { token: ann.token });
  await app.ok('POST /news/pop_seen', { id }, { token: ann.token });
  expect([await shown(ann.token), await shown(bob.token), await shown()]).toEqual([undefined, id, id]);
  await app.ok('POST /mailMessage/preferences', { topic: 'announcements', channel: 'app', on: false }, bob);
  expect(await shown(bob.token)).toBeUndefined();
  const [newer] = await app.database.query<{ id: string }>(
    "insert into content_item (kind, key, at, pop) values ('news', 'newer', $1, true) returning id",
    [new Date(app.now())],
  );
  await app.database.query(
    "insert into content_text (item_id, language, title, updated_at) values ($1, 'en', 'Newer', now())",
    [newer?.id],
  );
  expect(await shown(ann.token)).toBe(newer?.id);
  // What staff still write is not read with the rest.
  const publish = (on: boolean) =>
    app.database.query('update content_item set shown = $2 where id = $1', [newer?.id, on]);
  await publish(false);
  await app.ok('POST /news/pop_seen', {}, { token: ann.token });
  await publish(true);
  expect(await shown(ann.token)).toBe(newer?.id);
  expect(await app.rejection('POST /news/pop_seen', { id: '999999' }, ann)).toMatchObject({ error: 'not_found' });
  await app.database.query('delete from content_item where id = $1', [newer?.id]);
});

test('public site settings are returned by keyword', async () => {
  expect(await app.ok('GET /getSetting', { keyword: 'site_name' })).toEqual({ keyword: 'site_name', value: 'Tessera' });
  expect(await app.ok('GET /getSiteConfig')).toMatchObject({ site_name: 'Tessera', feed: 'simulated', sandbox: false });
  await app.database.query("update setting set value = 'https://help.example/en, *' where keyword = 'web_views'");
  expect((await app.ok('GET /getSiteConfig')).web_views).toEqual(['https://help.example']);
  await app.database.query("insert into setting (keyword, value) values ('hidden', 'yes')");
  for (const keyword of ['hidden', 'unknown']) {
    expect(await app.rejection('GET /getSetting', { keyword })).toMatchObject({ error: 'not_found', field: 'keyword' });
  }
  expect((await app.rejection('GET /getSetting')).field).toBe('keyword');
});

test('the documents of a sign-up change only with their version', () => {
  const hash = createHash('sha256');
  for (const language of languageCodes) {
    const { page } = readTexts(language);
    hash.update(JSON.stringify([language, page.terms, page.privacy]));
  }
  // A changed text needs a new TERMS_VERSION, and its hash here: users agreed to what they read.
  expect({ version: TERMS_VERSION, hash: hash.digest('hex') }).toEqual({
    version: '2026-11-22',
    hash: '5bdb760540dc8b9d66358041355d5c07a60b7bbd31124ae22668d1468c3bf009',
  });
});
