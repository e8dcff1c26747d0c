import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app);
  ben = await signUp(app);
});
afterAll(() => app.close());

const LINE = 'segment 1763640000000,63000.5 1763650800000,63100';
const draw = ({ token }: Person, symbol: string, list: string[]) =>
  app.ok('POST /charts/drawings', { symbol, list }, { token });
const drawn = async ({ token }: Person, symbol: string) =>
  (await app.ok('GET /charts/drawings', { symbol }, { token })).list;

describe('drawings', () => {
  it('are kept per user and symbol, replaced as a whole and erased with the last', async () => {
    await draw(ann, 'BTC/USDT', [LINE, 'priceLine 1763640000000,62000']);
    await draw(ann, 'BTC/USDT', [LINE]);
    await draw(ann, 'AAPL', ['horizontalStraightLine 1763640000000,190.25']);
    expect(await drawn(ann, 'BTC/USDT')).toEqual([LINE]);
    expect(await drawn(ann, 'AAPL')).toHaveLength(1);
    expect(await drawn(ben, 'BTC/USDT')).toEqual([]);
    await draw(ann, 'AAPL', []);
    expect(await drawn(ann, 'AAPL')).toEqual([]);
  });

  it('of two requests at once are those of one of them', async () => {
    const sets = [[LINE], ['priceLine 1,1', 'priceLine 2,2']];
    await Promise.all(Array.from({ length: 8 }, (_, turn) => draw(ben, 'ETH/USDT', sets[turn % 2] as string[])));
    expect(sets).toContainEqual(await drawn(ben, 'ETH/USDT'));
  });

  it('beyond the cap, of another form or of no instrument are rejected', async () => {
    const rejected = (input: object) => app.rejection('POST /charts/drawings', input as never, { token: ann.token });
    expect(await rejected({ symbol: 'BTC/USDT', list: Array(41).fill(LINE) })).toMatchObject({ field: 'list' });
    expect(await rejected({ symbol: 'BTC/USDT', list: ['<script> 1,1'] })).toMatchObject({ field: 'list' });
    expect(await rejected({ symbol: 'NO/SUCH', list: [LINE] })).toMatchObject({ error: 'instrument_unknown' });
    expect(await drawn(ann, 'BTC/USDT')).toEqual([LINE]);
  });

  it('on the 101st symbol erase those that were drawn longest ago', async () => {
    await app.database.query(
      `insert into chart_drawing (user_id, symbol, lines, updated_at)
       select id, 'OLD' || n, '{"priceLine 1,1"}', to_timestamp(n) from user_account, generate_series(1, 100) n where uid = $1`,
      [ben.uid],
    );
    await draw(ben, 'BTC/USDT', [LINE]);
    const [left] = await app.database.query<{ rows: number; oldest: boolean }>(
      `select count(*)::int as rows, bool_or(symbol = 'OLD1') as oldest from chart_drawing d
       join user_account u on u.id = d.user_id where uid = $1`,
      [ben.uid],
    );
    expect(left).toEqual({ rows: 100, oldest: false });
  });
});

it('indicator settings hold on every chart of the user, until they are as at first', async () => {
  const keep = (list: string[]) => app.ok('POST /charts/indicators', { list }, { token: ann.token });
  const kept = async (person: Person) => (await app.ok('GET /charts/indicators', {}, { token: person.token })).list;
  await keep(['MA 7,25,99 0,1,3']);
  await keep(['MA 7,25,99 0,1,3', 'RSI 14,28,56 4,5,6']);
  expect(await kept(ann)).toEqual(['MA 7,25,99 0,1,3', 'RSI 14,28,56 4,5,6']);
  expect(await kept(ben)).toEqual([]);
  await keep([]);
  expect(await kept(ann)).toEqual([]);
});

it('all of it requires a log-in', async () => {
  for (const call of [
    'GET /charts/drawings',
    'POST /charts/drawings',
    'GET /charts/indicators',
    'POST /charts/indicators',
  ] as const)
    expect(await app.rejection(call, { symbol: 'AAPL' } as never)).toMatchObject({ error: 'session_invalid' });
});
