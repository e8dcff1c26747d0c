import { randomUUID } from 'node:crypto';
import { cmp, mul, sum } from '@tessera/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';

const BTC = 1;
const USDT = 3;

/* One user, two backends on one database: what is sent at once is worth no more than one after the other. */

let apps: readonly [TestApp, TestApp];
let ann: Person;
beforeAll(async () => {
  const node = linkedNodes();
  const first = await createTestApp({}, {}, undefined, node());
  apps = [first, await createTestApp({}, {}, undefined, node(), first)];
  ann = await signUp(first, { level: 2, funds: { change: { USDT: '1000' } } });
});
afterAll(async () => {
  await apps[1].close();
  await apps[0].close();
});

function prices(): void {
  for (const { feed } of apps) feed.setPrice('BTC/USDT', '60000');
}
const pair = { from_currency_id: USDT, to_currency_id: BTC };
const held = (name: 'change' | 'legal', currency: string) => userBalance(apps[0].database, ann.id, name, currency);

async function quoteOf(number: string) {
  prices();
  const quote = await apps[0].ok('POST /user/getTransferFee', { number, ...pair }, { token: ann.token });
  apps[0].advance(1_500);
  prices();
  return quote;
}

const at = (index: number): TestApp => apps[index % 2 === 0 ? 0 : 1];

it('fifty uses of one quote on two nodes are one conversion', async () => {
  const { quote_id, receive } = await quoteOf('100');
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      at(index).call(
        'POST /user/Transfer',
        { quote_id, number: '100', ...pair },
        {
          token: ann.token,
          idempotencyKey: randomUUID(),
        },
      ),
    ),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(new Set(outcomes.flatMap((each) => (each.type === 'ok' ? [] : each.error)))).toEqual(
    new Set(['quote_expired']),
  );
  expect(await held('change', 'USDT')).toBe('900');
  expect(await held('change', 'BTC')).toBe(receive);
});

it('one key on two nodes is one conversion, and both hear of it', async () => {
  const { quote_id } = await quoteOf('100');
  const idempotencyKey = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      at(index).call('POST /user/Transfer', { quote_id, number: '100', ...pair }, { token: ann.token, idempotencyKey }),
    ),
  );
  expect(outcomes[0]?.type).toBe('ok');
  for (const each of outcomes) expect(each).toEqual(outcomes[0]);
  expect(await held('change', 'USDT')).toBe('800');
});

it('many quotes asked for at once leave one that can be used', async () => {
  prices();
  const quotes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      at(index).ok('POST /user/getTransferFee', { number: '10', ...pair }, { token: ann.token }),
    ),
  );
  apps[0].advance(1_500);
  prices();
  const outcomes = await Promise.all(
    quotes.map(({ quote_id }, index) =>
      at(index).call(
        'POST /user/Transfer',
        { quote_id, number: '10', ...pair },
        {
          token: ann.token,
          idempotencyKey: randomUUID(),
        },
      ),
    ),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(await held('change', 'USDT')).toBe('790');
});

it('against transfers of the same money, the ledger stays whole and nothing is spent twice', async () => {
  const { quote_id } = await quoteOf('790');
  const outcomes = await Promise.all([
    at(0).call(
      'POST /user/Transfer',
      { quote_id, number: '790', ...pair },
      {
        token: ann.token,
        idempotencyKey: randomUUID(),
      },
    ),
    ...Array.from({ length: 12 }, (_, index) =>
      at(index).call(
        'POST /wallet/change',
        { currency_id: USDT, number: '100', from_field: 'change', to_field: 'legal' },
        { token: ann.token, idempotencyKey: randomUUID() },
      ),
    ),
  ]);
  const failures = outcomes.flatMap((each) => (each.type === 'ok' ? [] : each.error));
  expect(new Set(failures)).toEqual(new Set(['insufficient_balance']));
  const moved = mul('100', String(outcomes.slice(1).filter(({ type }) => type === 'ok').length));
  const converted = outcomes[0]?.type === 'ok' ? '790' : '0';
  expect(await held('legal', 'USDT')).toBe(moved);
  expect(cmp(sum([await held('change', 'USDT'), moved, converted]), '790')).toBe(0);
  expect(await auditLedger(apps[0].database)).toEqual({ unbalanced: [], wrongBalances: [] });
});

it('the limit of 24 hours counts what two nodes convert for one user', async () => {
  await apps[0].database.query(`update setting set value = '500' where keyword = 'conversion_limit_advanced'`);
  const ben = await signUp(apps[0], { level: 2, funds: { change: { USDT: '5000' } } });
  prices();
  const quote = (app: TestApp) =>
    app.call('POST /user/getTransferFee', { number: '300', ...pair }, { token: ben.token });
  const convert = (app: TestApp, quote_id: string) =>
    app.call(
      'POST /user/Transfer',
      { quote_id, number: '300', ...pair },
      {
        token: ben.token,
        idempotencyKey: randomUUID(),
      },
    );
  const first = await quote(at(0));
  apps[0].advance(1_500);
  prices();
  // The second quote is within the limit as long as the first is not used.
  const [used, second] = await Promise.all([
    convert(at(0), first.type === 'ok' ? first.message.quote_id : ''),
    quote(at(1)),
  ]);
  apps[0].advance(1_500);
  prices();
  const late = second.type === 'ok' ? await convert(at(1), second.message.quote_id) : second;
  expect([used, late].filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(await userBalance(apps[0].database, ben.id, 'change', 'USDT')).toBe('4700');
});
