import { MOST_FOLLOWED, MOST_GROUPS } from '@tessera/api/watchlist/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let other: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  ann = await signUp(app);
  ben = await signUp(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const as = ({ token }: Person) => ({ token });
const listOf = (person: Person) => app.ok('GET /optional/list', {}, as(person));
const follow = async (person: Person, ...symbols: string[]) => {
  for (const symbol of symbols) await app.ok('POST /optional/add', { symbol }, as(person));
};

describe('the order of the watchlist', () => {
  it('is the one that was asked for; symbols that were not named follow, and foreign ones are ignored', async () => {
    await follow(ann, 'BTC/USDT', 'ETH/USDT', 'AAPL', 'XAU/USD');
    const symbols = ['XAU/USD', 'SOL/USDT', 'BTC/USDT', 'XAU/USD'];
    expect(await app.ok('POST /optional/order', { symbols }, as(ann))).toEqual({
      list: ['XAU/USD', 'BTC/USDT', 'ETH/USDT', 'AAPL'],
    });
    expect((await listOf(ann)).list).toEqual(['XAU/USD', 'BTC/USDT', 'ETH/USDT', 'AAPL']);
    await follow(ann, 'SOL/USDT');
    expect((await listOf(ann)).list.at(-1)).toBe('SOL/USDT');
  });

  it('of orders, additions and removals at once on two nodes is one of them, with nothing lost or twice', async () => {
    await follow(ben, 'BTC/USDT', 'ETH/USDT', 'AAPL');
    const orders = [
      ['AAPL', 'ETH/USDT', 'BTC/USDT'],
      ['ETH/USDT', 'BTC/USDT', 'AAPL'],
    ];
    await Promise.all([
      ...Array.from({ length: 10 }, (_, turn) =>
        (turn % 2 ? app : other).ok('POST /optional/order', { symbols: orders[turn % 2] as string[] }, as(ben)),
      ),
      app.ok('POST /optional/add', { symbol: 'SOL/USDT' }, as(ben)),
      other.ok('POST /optional/add', { symbol: 'SOL/USDT' }, as(ben)),
    ]);
    const { list } = await listOf(ben);
    expect(list.toSorted()).toEqual(['AAPL', 'BTC/USDT', 'ETH/USDT', 'SOL/USDT']);
    expect(orders).toContainEqual(list.filter((symbol) => symbol !== 'SOL/USDT'));
  });
});

describe('groups', () => {
  it('hold followed instruments in their order, are renamed and removed, and lose what is no longer followed', async () => {
    const { id } = await app.ok('POST /optional/group', { name: 'Majors' }, as(ann));
    const set = (symbols?: string[]) =>
      app.ok('POST /optional/group/symbols', { id, ...(symbols && { symbols }) }, as(ann));
    expect((await set(['ETH/USDT', 'BTC/USDT', 'ADA/USDT', 'ETH/USDT'])).symbols).toEqual(['ETH/USDT', 'BTC/USDT']);
    expect(await app.ok('PUT /optional/group', { id, name: 'Large' }, as(ann))).toMatchObject({ name: 'Large' });
    await app.ok('POST /optional/del', { symbol: 'ETH/USDT' }, as(ann));
    expect((await listOf(ann)).groups).toEqual([{ id, name: 'Large', symbols: ['BTC/USDT'] }]);
    expect((await set()).symbols).toEqual([]);
    await app.ok('POST /optional/group/del', { id }, as(ann));
    expect((await listOf(ann)).groups).toEqual([]);
    expect(await app.rejection('POST /optional/group/del', { id }, as(ann))).toMatchObject({ error: 'not_found' });
  });

  it('stand in the order that was asked for; those not named and new ones follow, foreign ones stay where they are', async () => {
    const make = async (person: Person, name: string) =>
      (await app.ok('POST /optional/group', { name }, as(person))).id;
    const order = async (ids: string[], on = app) =>
      (await on.ok('POST /optional/group/order', { ids }, as(ann))).list.map(({ name }) => name);
    const foreign = [await make(ben, 'Theirs'), await make(ben, 'Others')];
    const [one, two, three] = [await make(ann, 'One'), await make(ann, 'Two'), await make(ann, 'Three')];
    expect(await order([three, foreign[1] as string, one, three])).toEqual(['Three', 'One', 'Two']);
    await make(ann, 'Four');
    expect((await listOf(ann)).groups.map(({ name }) => name)).toEqual(['Three', 'One', 'Two', 'Four']);
    expect((await listOf(ben)).groups.map(({ name }) => name)).toEqual(['Theirs', 'Others']);
    // At once on two nodes it is one of the two.
    const both = [
      [one, two, three],
      [two, three, one],
    ];
    await Promise.all(both.map((ids, turn) => order(ids, turn ? app : other)));
    const kept = (await listOf(ann)).groups.map(({ id }) => id).slice(0, 3);
    expect(both).toContainEqual(kept);
    const ids = Array.from({ length: MOST_GROUPS + 1 }, (_, at) => String(at + 1));
    expect(await app.rejection('POST /optional/group/order', { ids }, as(ann))).toMatchObject({ field: 'ids' });
    for (const { id } of (await listOf(ann)).groups) await app.ok('POST /optional/group/del', { id }, as(ann));
    for (const id of foreign) await app.ok('POST /optional/group/del', { id }, as(ben));
  });

  it('of another user can be neither read, renamed, filled nor removed', async () => {
    const { id } = await app.ok('POST /optional/group', { name: 'Private' }, as(ann));
    const mine = (await listOf(ann)).groups;
    for (const refused of [
      app.rejection('PUT /optional/group', { id, name: 'Taken' }, as(ben)),
      app.rejection('POST /optional/group/symbols', { id, symbols: ['AAPL'] }, as(ben)),
      app.rejection('POST /optional/group/del', { id }, as(ben)),
    ])
      expect(await refused).toMatchObject({ error: 'not_found' });
    expect((await listOf(ann)).groups).toEqual(mine);
    expect((await listOf(ben)).groups).toEqual([]);
  });

  it('have names of their own, whatever the case and however many ask at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        (turn % 2 ? app : other).call('POST /optional/group', { name: turn % 2 ? 'Ärzte' : 'ÄRZTE' }, as(ben)),
      ),
    );
    expect(made.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect((await listOf(ben)).groups).toHaveLength(1);
    for (const name of ['', 'x'.repeat(21), '<b>', '\u202eabc'])
      expect(await app.rejection('POST /optional/group', { name }, as(ben))).toMatchObject({ field: 'name' });
  });
});

describe('a flood', () => {
  it('of groups ends at the cap, at once on two nodes as well', async () => {
    await Promise.all(
      Array.from({ length: MOST_GROUPS + 10 }, (_, turn) =>
        (turn % 2 ? app : other).call('POST /optional/group', { name: `g${turn}` }, as(ben)),
      ),
    );
    expect((await listOf(ben)).groups).toHaveLength(MOST_GROUPS);
    expect(await app.rejection('POST /optional/group', { name: 'more' }, as(ben))).toMatchObject({
      error: 'too_many_groups',
    });
  });

  it('of symbols neither grows the list beyond its cap nor the request beyond its own', async () => {
    await app.database.query(
      `insert into watchlist_item (user_id, symbol) select $1, 'X' || n from generate_series(1, $2::int) n
       on conflict do nothing`,
      [ben.id, MOST_FOLLOWED - 4],
    );
    expect(await app.rejection('POST /optional/add', { symbol: 'XAU/USD' }, as(ben))).toMatchObject({
      error: 'watchlist_full',
    });
    // What is followed already stays so.
    expect((await app.ok('POST /optional/add', { symbol: 'AAPL' }, as(ben))).list).toContain('AAPL');
    const symbols = Array.from({ length: MOST_FOLLOWED + 1 }, (_, at) => `X${at}`);
    expect(await app.rejection('POST /optional/order', { symbols }, as(ben))).toMatchObject({ field: 'symbols' });
    await app.ok('POST /optional/order', { symbols: symbols.slice(1) }, as(ben));
    const [row] = await app.database.query<{ items: number }>(
      'select count(*)::int as items from watchlist_item where user_id = $1',
      [ben.id],
    );
    expect(row?.items).toBe(MOST_FOLLOWED);
  });
});
