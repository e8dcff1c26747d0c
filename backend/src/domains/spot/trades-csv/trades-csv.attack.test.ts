import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageCodes } from '@tessera/api/rules';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { MOST_TRADES } from './index.ts';

let app: TestApp;
let other: TestApp;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '10000', BTC: '1' } } });
  eve = await signUp(app, { level: 2, funds: { change: { USDT: '10000' } } });
  await place(ann, { type: 'buy', kind: 'market', amount: '0.01' });
  await place(ann, { type: 'sell', kind: 'market', amount: '0.02' });
  await place(ann, { type: 'buy', kind: 'limit', amount: '0.03', target_price: '40000' });
  await place(eve, { type: 'buy', kind: 'market', amount: '0.077' });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const place = ({ token }: Person, order: object) =>
  app.ok('POST /coin/trade', { currency_id: 1, legal_id: 3, ...order }, { token, idempotencyKey: randomUUID() });
const ask = async ({ token }: Person, asked: Record<string, unknown> = {}) =>
  (await app.ok('POST /coin/trades/export', { time_zone: 'Asia/Tokyo', ...asked }, { token })).path;
const get = (path: string, node = app) => node.app.inject({ method: 'GET', url: path });
const trades = async (person: Person, asked?: Record<string, unknown>) => {
  const { body, headers } = await get(await ask(person, asked));
  return { headers, rows: parse(body, { bom: true, record_delimiter: '\r\n' }) as string[][] };
};

test('a file has each trade of its user with what it cost, and none of another user', async () => {
  const { rows, headers } = await trades(ann);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain(`spot-trades-${ann.uid}-2026-11-21.csv`);
  const { list } = await app.ok('GET /coin/list', {}, { token: ann.token });
  const fills = list
    .toReversed()
    .flatMap(({ id, type, fills: own }) =>
      own.map((fill) => [
        ...[id, fill.id, 'BTC/USDT', type === 'buy' ? 'Buy' : 'Sell', fill.price, fill.amount],
        ...[fill.quote_amount, 'USDT', fill.fee, fill.fee_currency],
      ]),
    );
  expect(fills.length).toBeGreaterThan(1);
  expect(rows.map(([, ...row]) => row)).toEqual([
    ['Order', 'Trade', 'Pair', 'Side', 'Price', 'Amount', 'Total', 'Total in', 'Fee', 'Fee in'],
    ...fills,
  ]);
  expect(rows[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00$/);
  for (const extra of [{ user_id: ann.id }, { uid: ann.uid }, { userId: ann.id }])
    expect((await trades(eve, extra)).rows.slice(1).map((row) => row[6])).toEqual(['0.077']);
  const guest = await app.rejection('POST /coin/trades/export', { time_zone: 'UTC' });
  expect(guest.code).toBe(999);
});

test('in German figures have a comma, and fields a semicolon between them', async () => {
  const asked = { time_zone: 'UTC' };
  const { path } = await app.ok('POST /coin/trades/export', asked, { token: ann.token, language: 'de' });
  const rows = parse((await get(path)).body, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
  const figures = rows.slice(1).flatMap((row) => [...row.slice(5, 8), row[9]]);
  expect(figures.length).toBeGreaterThan(4);
  for (const figure of figures) expect(figure).toMatch(/^\d+(?:,\d+)?$/);
  expect(figures).toContain('0,01');
});

test('a filter leaves what it names, and a period without trades is a head alone', async () => {
  expect((await trades(ann, { type: 'sell' })).rows).toHaveLength(2);
  expect((await trades(ann, { symbol: 'ETH/USDT' })).rows).toHaveLength(1);
  expect((await trades(ann, { to: 1 })).rows).toHaveLength(1);
  for (const asked of [{ from: app.now() + 1, to: app.now() }, { symbol: 'btc; drop' }])
    expect(
      await app.rejection('POST /coin/trades/export', { time_zone: 'UTC', ...asked }, { token: ann.token }),
    ).toMatchObject({ field: Object.keys(asked)[0] });
});

test.each([
  ['Etc/Unknown', 'UTC', '+00:00'],
  [undefined, 'UTC', '+00:00'],
  ['+05:30', '+05:30', '+05:30'],
])('a browser that states the zone %j gets times in %s, which the file names', async (time_zone, named, offset) => {
  const [head, first] = (await trades(ann, { time_zone })).rows;
  expect(head?.[0]).toBe(`Time (${named})`);
  expect(first?.[0]?.endsWith(offset)).toBe(true);
});

test('a link opens once on two nodes, only as what it is, and not when it is old or its owner froze', async () => {
  const path = await ask(ann);
  expect((await get(path.replace('spot-trades', 'statements'))).statusCode).toBe(404);
  // To look whether it opens leaves it as it is.
  for (const [url, found] of [
    [path, 200],
    [path, 200],
    [path.replace('spot-trades', 'statements'), 404],
  ] as const) {
    expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(found);
  }
  const opened = await Promise.all(Array.from({ length: 12 }, (_, turn) => get(path, turn % 2 ? app : other)));
  expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const statement = await app.ok('POST /wallet/statement', { format: 'csv', time_zone: 'UTC' }, { token: ann.token });
  expect((await get(statement.path.replace('statements', 'spot-trades'))).statusCode).toBe(404);
  const old = await ask(ann);
  app.advance(2 * 60_000);
  expect((await get(old)).statusCode).toBe(404);
  const owner = await signUp(app);
  const stolen = await ask(owner);
  await app.ok('POST /user/freeze', {}, { token: owner.token });
  expect((await get(stolen)).statusCode).toBe(404);
});

test('more trades than a file has are refused, and what is below is read in pieces without a gap', async () => {
  const many = await signUp(app);
  const [order] = await app.database.query<{ id: string }>(
    `select id from spot_order where user_id = $1 and filled_amount > 0 limit 1`,
    [ann.id],
  );
  /** The columns of a table but those that a copy has of its own. */
  const columnsOf = async (table: string, own: readonly string[]) =>
    (
      await app.database.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_name = $1 and column_name <> all($2)',
        [table, own],
      )
    ).map(({ name }) => name);
  const ofOrder = (await columnsOf('spot_order', ['id', 'user_id'])).join();
  await app.database.query(
    `insert into spot_order (id, user_id, ${ofOrder}) overriding system value
     select 1000000 + n, $1, ${ofOrder} from spot_order, generate_series(1, 1203) n where id = $2`,
    [many.id, order?.id],
  );
  const ofFill = await columnsOf('spot_fill', ['id', 'order_id']);
  let first = 1_000_000;
  const copy = async (times: number) => {
    await app.database.query(
      `insert into spot_fill (id, order_id, ${ofFill.join()}) overriding system value
       select $4::bigint + row_number() over (), o.id, ${ofFill.map((name) => `f.${name}`).join()}
         from spot_order o, spot_fill f, generate_series(1, $3::int) where o.user_id = $1 and f.order_id = $2`,
      [many.id, order?.id, times, first],
    );
    first += times * 1203;
  };
  await copy(1);
  const { rows } = await trades(many);
  expect(rows).toHaveLength(1204);
  expect(new Set(rows.map((row) => row[2])).size).toBe(1204);
  await copy(Math.ceil(MOST_TRADES / 1203));
  expect(await app.rejection('POST /coin/trades/export', { time_zone: 'UTC' }, { token: many.token })).toMatchObject({
    error: 'statement_too_long',
    field: 'from',
  });
});

test('the columns are named in every language, and none begins like a formula', () => {
  const textsIn = (code: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${code}.json`), 'utf8')) as Record<string, string>;
  for (const code of languageCodes) {
    const texts = textsIn(code);
    expect(Object.keys(texts)).toEqual(Object.keys(textsIn('en')));
    for (const text of Object.values(texts)) expect(text).toMatch(/^[^=+\-@\s]+/);
  }
});
