import { allocationFault, shareHash } from '@tessera/api/launchpad/verify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { jobRun } from '../../../test/job-run.ts';
import { HOUR, launchStage } from '../../../test/launch-stage.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { toldOf } from '../../../test/told.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { auditLedger, houseBalance } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';
import { demonstrationJob, TURN } from './demonstration.ts';

let app: TestApp;
let stage: ReturnType<typeof launchStage>;
let people: readonly [Person, Person, Person];
beforeAll(async () => {
  app = await createTestApp();
  stage = launchStage(app);
  const funds = { change: { USDT: '100000', BTC: '1' } };
  people = [
    await signUp(app, { level: 2, funds }),
    await signUp(app, { level: 2, funds }),
    await signUp(app, { level: 2, funds }),
  ];
});
beforeEach(() => stage.prices());
afterAll(() => app.close());

const rest = (ms: number): void => {
  app.advance(ms);
  stage.prices();
};

it('a sale from its warm-up to its listing: 500, 1,000 and 2,500 of 1,000, cap 400', async () => {
  const [ann, ben, cleo] = people;
  const id = await stage.sale();
  const { currency } = await stage.detail(id);
  expect(await stage.detail(id)).toMatchObject({
    status: 'warm_up',
    price: '2',
    description: 'A token.',
    remaining: '1000',
    lock_days: 1,
    symbol: null,
    order_limit: null,
  });
  expect(await stage.order(ann, id, '500')).toMatchObject({ error: 'sale_not_open' });
  rest(HOUR);
  const { prices } = await app.ok('GET /project/detail', { id }, { token: ann.token });
  const bitcoin = prices.find(({ pay_currency }) => pay_currency === 'BTC')?.price as string;
  // 2 / (60,000 less the spread of a conversion), and the margin of 0.2 %.
  expect(bitcoin).toBe('0.000033433435');
  await stage.order(ann, id, '300');
  await stage.order(ann, id, '200', { pay_currency: 'BTC', price: bitcoin });
  await stage.order(ben, id, '1000');
  expect(await stage.order(cleo, id, '2500')).toMatchObject({
    message: { amount: '2500', paid: '5000', status: 'applied', approved: null },
  });
  expect(await stage.held(ann, 'change', 'USDT')).toBe('99400');
  // The BTC were sold for the 400 USDT that 200 tokens cost.
  expect([await stage.held(ann, 'subscription', 'USDT'), await stage.held(ann, 'change', 'BTC')]).toEqual([
    '1000',
    '0.99331331',
  ]);
  expect(await stage.detail(id)).toMatchObject({
    status: 'in_progress',
    subscribed: '4000',
    remaining: '0',
    applied_count: 3,
    approved_count: null,
  });
  expect(await app.ports.productHoldings(app.database, ann.id)).toMatchObject([
    {
      account: 'subscription',
      currency: 'USDT',
      amount: '1000',
      status: 'applied',
      screen: `/pages/ieo/order?id=${id}`,
    },
  ]);
  expect(await app.rejection('GET /project/allocation', { id })).toMatchObject({ error: 'not_found' });

  rest(HOUR);
  await stage.settle();
  expect(await stage.detail(id)).toMatchObject({ status: 'ended', approved_count: 3, allocated_at: app.now() });
  expect(await Promise.all(people.map((each) => stage.held(each, 'subscription', currency)))).toEqual([
    '200',
    '400',
    '400',
  ]);
  // 200 of 500: what was paid beyond them is back at once, in USDT.
  expect([await stage.held(ann, 'change', 'USDT'), await stage.held(ann, 'subscription', 'USDT')]).toEqual([
    '100000',
    '0',
  ]);
  expect(await stage.held(ann, 'change', 'BTC')).toBe('0.99331331');
  expect(await houseBalance(app.database, 'launchpad', 'USDT')).toBe('2000');
  expect(await app.ports.productHoldings(app.database, ann.id)).toMatchObject([
    { currency, amount: '200', status: 'allotted', maturesAt: app.now() + HOUR },
  ]);
  const { list } = await app.ok('GET /user/project/order', { project_id: id }, { token: ann.token });
  expect(list.map(({ approved, returned, status }) => [approved, returned, status])).toEqual([
    ['80', '240', 'allotted'],
    ['120', '360', 'allotted'],
  ]);

  await stage.list();
  expect(app.catalogue.current().instrument(`${currency}/USDT`)).toBeNull();
  rest(HOUR);
  await stage.list();
  expect(await Promise.all(people.map((each) => stage.held(each, 'change', currency)))).toEqual(['200', '400', '400']);
  expect(app.catalogue.current().instrument(`${currency}/USDT`)).toMatchObject({
    tick: '0.0001',
    lot: '1',
    trades: ['spot'],
    halt: null,
    simulation: { start: 2 },
  });
  expect(await stage.detail(id)).toMatchObject({ listed_at: app.now(), symbol: `${currency}/USDT` });
  expect(await app.ports.productHoldings(app.database, ann.id)).toEqual([]);
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  const { name } = await stage.detail(id);
  expect(await toldOf(app, ann, 'products')).toMatchObject([
    { title: `200 ${currency} is unlocked`, link: '/pages/ieo/order' },
    { title: `Token sale ${name}: you got 200 ${currency}` },
  ]);
  // The token trades: what was allotted can be sold.
  app.feed.setPrice(`${currency}/USDT`, '2', { bid: '1.996', ask: '2.004' });
  const { id: currencyId } = app.catalogue.current().heldCurrency(currency);
  const sold = await app.call(
    'POST /coin/trade',
    { type: 'sell', kind: 'market', amount: '200', currency_id: currencyId, legal_id: 3 },
    { token: ann.token, idempotencyKey: 'sell-what-was-allotted' },
  );
  expect(sold).toMatchObject({ type: 'ok' });
});

it('each share follows from a table in which users find their own row only', async () => {
  const [ann] = people;
  const id = await stage.sale({ scale: 4, total_issuance: '100', user_cap: '60', min_amount: '1' });
  rest(HOUR);
  for (const [index, person] of people.entries()) await stage.order(person, id, `${33.3333 + index * 10}`.slice(0, 7));
  rest(HOUR);
  await stage.settle();
  const published = await app.ok('GET /project/allocation', { id });
  expect(allocationFault({ ...published, shares: published.shares })).toBeNull();
  expect(published).toMatchObject({ users: 3, committed: '129.9999' });
  expect(published.shares.map(([hash]) => hash)).toEqual(published.shares.map(([hash]) => hash).toSorted());
  const own = await app.ok('GET /user/project/share', { id }, { token: ann.token });
  expect(own).toMatchObject({ uid: ann.uid, hash: shareHash(id, ann.uid, own.salt) });
  expect(published.shares).toContainEqual([own.hash, own.committed, own.allotted]);
  const stranger = await signUp(app, { level: 2 });
  expect(await app.rejection('GET /user/project/share', { id }, { token: stranger.token })).toMatchObject({
    error: 'not_found',
  });
});

it('the list has what can be subscribed to first, and filters by status', async () => {
  const { list } = await app.ok('GET /project', { status: 'ended' });
  expect(list).toHaveLength(2);
  const id = await stage.sale();
  expect((await app.ok('GET /project', {})).list[0]).toMatchObject({ id, status: 'warm_up' });
});

it('staff create, change and cancel a sale, with the right to it and a reason; what was paid is returned', async () => {
  const [ann, ben] = people;
  const treasury = await signInStaff(app, 'treasury');
  const reviewer = await signInStaff(app, 'reviewer');
  const key = { token: treasury.token };
  const terms = {
    currency: 'NEWTOK',
    name: 'New token',
    description_en: 'New.',
    description_de: 'Neu.',
    price: '0.5',
    pay_currencies: 'USDT,ETH',
    total_issuance: '100000',
    user_cap: '5000',
    min_amount: '20',
    start_time: app.now() + HOUR,
    end_time: app.now() + 2 * HOUR,
    listing_time: app.now() + 4 * HOUR,
    countries: 'US,CA',
    website: 'https://example.com',
    reason: 'agreed with the issuer',
  };
  const refused = async (more: Record<string, unknown>, by = key) => {
    const { error, field } = await app.rejection('POST /staff/launchpad/create', { ...terms, ...more }, by);
    return [error, field].filter(Boolean).join(' ');
  };
  expect(await refused({}, { token: reviewer.token })).toBe('forbidden');
  expect([
    await refused({ start_time: app.now() }),
    await refused({ listing_time: app.now() + 2 * HOUR }),
    await refused({ user_cap: '100001' }),
    await refused({ pay_currencies: 'USDT,EUR' }),
    await refused({ pay_currencies: 'none' }),
    await refused({ currency: 'USDT' }),
    await refused({ currency: 'EUR' }),
    await refused({ countries: 'XX' }),
    await refused({ website: 'javascript:alert(1)' }),
    await refused({ price: '0.000000000000000001' }),
  ]).toEqual([
    'invalid_field start_time',
    'invalid_field listing_time',
    'field_too_large user_cap',
    'currency_unknown pay_currencies',
    'field_required pay_currencies',
    'currency_unknown currency',
    'currency_unknown currency',
    'field_unknown_choice countries',
    'invalid_field website',
    expect.stringMatching(/^field_too/),
  ]);
  const { list } = await app.ok('POST /staff/launchpad/create', terms, key);
  const [created] = list;
  expect(await refused({})).toBe('symbol_taken start_time');
  const id = created?.id as number;
  expect(created).toMatchObject({ currency: 'NEWTOK', scale: 4, state: 'open', countries: ['US', 'CA'] });
  expect(app.catalogue.current().currencyByCode('NEWTOK')).toMatchObject({ scale: 4, kind: 'crypto' });
  expect((await app.ok('GET /project/detail', { id }, { language: 'de' })).description).toBe('Neu.');
  const change = { id, version: 1, reason: 'a better price' };
  await app.ok('POST /staff/launchpad/change', { ...change, price: '0.4' }, key);
  expect(await app.rejection('POST /staff/launchpad/change', { ...change, price: '0.3' }, key)).toMatchObject({
    error: 'changed_meanwhile',
  });
  app.advance(CONFIRMED_FOR + 60_000);
  expect(await app.rejection('POST /staff/launchpad/cancel', { id, reason: 'no' }, key)).toMatchObject({
    error: 'confirmation_required',
  });
  await app.ok('POST /staff/confirm', { totp: codeAt(treasury.secret, app.now()) }, key);
  rest(HOUR);
  const again = { token: (await treasury.again()).token };
  expect(
    await app.rejection('POST /staff/launchpad/change', { ...change, version: 2, price: '0.3' }, again),
  ).toMatchObject({
    error: 'sale_begun',
    field: 'price',
  });
  const later = { ...change, version: 2, listing_time: terms.listing_time + HOUR, description_zh: '新代币' };
  await app.ok('POST /staff/launchpad/change', later, again);
  expect(
    await app.rejection(
      'POST /staff/launchpad/change',
      { ...later, version: 3, listing_time: terms.listing_time },
      again,
    ),
  ).toMatchObject({ error: 'sale_begun', field: 'listing_time' });

  const before = [await stage.held(ann, 'change', 'USDT'), await stage.held(ben, 'change', 'USDT')];
  await stage.order(ann, id, '100', { price: '0.4' });
  await stage.order(ben, id, '300', { price: '0.4' });
  await app.ok('POST /staff/launchpad/cancel', { id, reason: 'the issuer stepped back' }, again);
  expect(await stage.order(ann, id, '100', { price: '0.4' })).toMatchObject({ error: 'sale_not_open' });
  await stage.settle();
  expect([await stage.held(ann, 'change', 'USDT'), await stage.held(ben, 'change', 'USDT')]).toEqual(before);
  expect(await stage.detail(id)).toMatchObject({ status: 'cancelled' });
  const { name } = await stage.detail(id);
  expect((await toldOf(app, ben, 'products'))[0]?.title).toBe(`Token sale ${name} is cancelled`);
  const [order] = (await app.ok('GET /user/project/order', { project_id: id }, { token: ann.token })).list;
  expect(order).toMatchObject({ status: 'returned', approved: '0', returned: '40' });
  expect(await app.rejection('POST /staff/launchpad/change', { ...change, version: 5 }, again)).toMatchObject({
    error: 'sale_begun',
  });
});

it('a sale that was allotted is cancelled until it is listed, by the command line as well', async () => {
  const [ann, ben] = people;
  const id = await stage.sale();
  const { currency } = await stage.detail(id);
  rest(HOUR);
  const before = [await stage.held(ann, 'change', 'USDT'), await stage.held(ben, 'change', 'USDT')];
  const proceeds = await houseBalance(app.database, 'launchpad', 'USDT');
  await stage.order(ann, id, '10');
  await stage.order(ben, id, '900');
  rest(HOUR);
  await stage.settle();
  expect(await stage.held(ann, 'subscription', currency)).toBe('10');
  const lines: string[] = [];
  await runCommand(['launchpad-cancel', String(id), '--why', 'withdrawn'], {
    database: app.database,
    queues: [],
    commands: app.domains.flatMap(({ staffCommands = [] }) => staffCommands),
    now: app.now,
    print: (line) => void lines.push(line),
    readPassword: async () => '',
    readUpload: async () => null,
  });
  expect(lines.join('\n')).toContain('cancelling');
  await stage.settle();
  expect([await stage.held(ann, 'change', 'USDT'), await stage.held(ben, 'change', 'USDT')]).toEqual(before);
  expect([
    await stage.held(ann, 'subscription', currency),
    await houseBalance(app.database, 'issuers', currency),
  ]).toEqual(['0', '0']);
  expect(await houseBalance(app.database, 'launchpad', 'USDT')).toBe(proceeds);
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
});

it('the jobs of the platform allot and list what is due', async () => {
  const [ann] = people;
  const id = await stage.sale();
  rest(HOUR);
  await stage.order(ann, id, '10');
  const jobs = recurringJobsOf(app);
  expect([await jobs.turn('launchpad-settle'), (await stage.detail(id)).allocated_at]).toEqual(['done', null]);
  rest(2 * HOUR);
  expect([await jobs.turn('launchpad-settle'), await jobs.turn('launchpad-list')]).toEqual(['done', 'done']);
  expect((await stage.detail(id)).listed_at).toBe(app.now());
  await jobs.stop();
});

it('a demonstration has a sale in every state, also a year later, of the same few tokens', async () => {
  const job = demonstrationJob({ database: app.database, catalogue: app.catalogue, feed: app.feed, now: app.now });
  const run = async () => {
    const price = () => {
      for (const { symbol } of app.catalogue.current().instruments) {
        if (/^(OPUS|KILN|FRIT|SMALTI|GLAZE|MOSA)\//.test(symbol)) app.feed.setPrice(symbol, '1.5');
      }
    };
    price();
    await job.run(jobRun());
    await stage.settle();
    await stage.list();
    price();
  };
  const states = async () => {
    const { list } = await app.ok('GET /project', { limit: 100 });
    const shown = list.filter(({ currency }) => /^(OPUS|KILN|FRIT|SMALTI|GLAZE|MOSA)$/.test(currency));
    const has = (name: string, found: boolean) => (found ? [name] : []);
    return ['warm_up', 'in_progress', 'ended']
      .flatMap((status) =>
        has(
          status,
          shown.some((each) => each.status === status),
        ),
      )
      .concat(
        has(
          'locked',
          shown.some((each) => each.status === 'ended' && each.listed_at === null),
        ),
      )
      .concat(
        has(
          'listed',
          shown.some((each) => each.listed_at !== null),
        ),
      );
  };
  const every = ['warm_up', 'in_progress', 'ended', 'locked', 'listed'];
  await run();
  expect(await states()).toEqual(every);
  await run();
  for (let turn = 0; turn < 8; turn++) {
    rest(TURN);
    await run();
    expect(await states()).toEqual(every);
  }
  rest(365 * 24 * HOUR);
  await run();
  expect(await states()).toEqual(every);
  const codes = app.catalogue
    .current()
    .currencies.filter(({ code }) => /^(OPUS|KILN|FRIT|SMALTI|GLAZE|MOSA)$/.test(code));
  expect(codes).toHaveLength(6);
  // A token that trades is sold at its market, not at the price of its first sale.
  const { list } = await app.ok('GET /project', { status: 'warm_up', limit: 100 });
  expect(list.find(({ symbol }) => symbol !== null)?.price).toMatch(/^1\.5/);
});
