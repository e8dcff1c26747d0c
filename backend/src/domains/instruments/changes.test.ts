import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { type NodeBus, ONE_NODE } from '../../platform/nodes/node-bus.ts';
import { FOLLOWED_WITHIN } from './instrument-problems.ts';

/** Two nodes whose broadcasts arrive, or are lost. */
function twoBuses() {
  const listeners = [new Map<string, (text: string) => void>(), new Map<string, (text: string) => void>()] as const;
  const state = { lost: false };
  const bus = (mine: 0 | 1): NodeBus => ({
    ...ONE_NODE,
    broadcast: (topic, text) => {
      if (!state.lost) listeners[mine === 0 ? 1 : 0].get(topic)?.(text);
    },
    onBroadcast: (topic, listener) => {
      listeners[mine].set(topic, listener);
      return () => void listeners[mine].delete(topic);
    },
  });
  return { state, buses: [bus(0), bus(1)] as const };
}

const { state, buses } = twoBuses();
let app: TestApp;
let other: TestApp;
let treasury: Awaited<ReturnType<typeof signInStaff>>;
let duty: Awaited<ReturnType<typeof signInStaff>>;
let support: Awaited<ReturnType<typeof signInStaff>>;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  app = await createTestApp({}, {}, undefined, buses[0]);
  other = await createTestApp({}, {}, undefined, buses[1], app);
  for (const { domains } of [app, other]) {
    const stop = domains.find(({ name }) => name === 'instruments')?.start?.();
    if (stop) stops.push(stop);
  }
  treasury = await signInStaff(app, 'treasury');
  duty = await signInStaff(app, 'duty');
  support = await signInStaff(app, 'support');
  // A log-in counts as a confirmation for a while.
  app.advance(CONFIRMED_FOR);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await other.close();
  await app.close();
});

/** Lets so much time pass that a code of the authenticator is not one of before, and confirms the session. */
async function confirm(member: typeof treasury): Promise<void> {
  app.advance(60_000);
  await app.ok('POST /staff/confirm', { totp: codeAt(member.secret, app.now()) }, { token: member.token });
}

const versionOf = (symbol: string): number => app.catalogue.current().instrument(symbol)?.version ?? -1;

const change = (symbol: string, changes: Record<string, unknown>, version = versionOf(symbol)) => ({
  symbol,
  version,
  reason: 'as agreed',
  ...changes,
});

/** Resolves when the other node has a version. */
const followed = (version: number): Promise<void> =>
  new Promise((resolve) => {
    if (other.catalogue.current().version >= version) return resolve();
    const unsubscribe = other.catalogue.onChange((snapshot) => {
      if (snapshot.version < version) return;
      unsubscribe();
      resolve();
    });
  });

describe('an instrument', () => {
  it('is changed by treasury after the second factor, and every node follows', async () => {
    const fees = change('ETH/USDT', { maker_fee_rate: '0.0008', taker_fee_rate: '0.0012' });
    const { token } = treasury;
    expect(await app.rejection('POST /staff/instruments/change', fees, { token: support.token })).toMatchObject({
      error: 'forbidden',
    });
    expect(await app.rejection('POST /staff/instruments/change', fees, { token })).toMatchObject({
      error: 'confirmation_required',
    });
    await confirm(treasury);
    const changed = await app.ok('POST /staff/instruments/change', fees, { token });
    expect(changed).toMatchObject({ maker_fee_rate: '0.0008', taker_fee_rate: '0.0012', tick: '0.01' });
    // Half of the lower fee, as the highest VIP level may pay it, and half of the spread.
    expect(changed.effective.skew).toBeCloseTo(0.0005, 10);
    await followed(changed.version);
    const { list } = await other.ok('GET /currency/quotation_new', { symbols: ['ETH/USDT'] });
    expect(list[0]).toMatchObject({ maker_fee_rate: '0.0008', taker_fee_rate: '0.0012' });

    const [latest] = (await app.ok('GET /staff/instruments/changes', { subject: 'instrument:ETH/USDT' }, { token }))
      .list;
    expect(latest).toEqual({
      version: changed.version,
      at: app.now(),
      staff: { id: treasury.id, name: treasury.name },
      subject: 'instrument:ETH/USDT',
      action: 'change',
      reason: 'as agreed',
      before: { maker_fee_rate: '0.001', taker_fee_rate: '0.001' },
      after: { maker_fee_rate: '0.0008', taker_fee_rate: '0.0012' },
    });
    const actions = await app.database.query('select action, subject, reason from staff_action where staff_id = $1', [
      treasury.id,
    ]);
    expect(actions).toContainEqual({
      action: 'instrument.change',
      subject: 'instrument:ETH/USDT',
      reason: 'as agreed',
    });
  });

  it('is changed once by a request that is sent twice, and by one of two that were made on the same version', async () => {
    const { token } = treasury;
    const version = versionOf('SOL/USDT');
    const wider = change('SOL/USDT', { spread: '0.0005' });
    const first = await app.ok('POST /staff/instruments/change', wider, { token });
    expect(await app.ok('POST /staff/instruments/change', wider, { token })).toEqual(first);
    expect(first.version).toBeGreaterThan(version);
    expect(
      await app.rejection('POST /staff/instruments/change', change('SOL/USDT', { spread: '0.0006' }, version), {
        token,
      }),
    ).toMatchObject({ error: 'changed_meanwhile', field: 'version' });
    const { total } = await app.ok('GET /staff/instruments/changes', { subject: 'instrument:SOL/USDT' }, { token });
    expect(total).toBe(1);
    const now = versionOf('SOL/USDT');
    const rivals = await Promise.all(
      ['0.0007', '0.0008', '0.0009'].map((spread) =>
        app.call('POST /staff/instruments/change', change('SOL/USDT', { spread }, now), { token }),
      ),
    );
    expect(rivals.map(({ type }) => type).toSorted()).toEqual(['error', 'error', 'ok']);
  });

  it.each([
    [{ tick: '0' }, 'tick', 'field_must_be_positive'],
    [{ tick: '1e-2' }, 'tick', 'field_not_a_number'],
    [{ lot: '-1' }, 'lot', 'field_not_a_number'],
    [{ taker_fee_rate: '0.0101' }, 'taker_fee_rate', 'field_too_large'],
    [{ maker_fee_rate: '-0.0001' }, 'maker_fee_rate', 'field_not_a_number'],
    [{ min_amount: '0.000015' }, 'min_amount', 'invalid_field'],
    [{ calendar: 'lunar' }, 'calendar', 'field_unknown_choice'],
    [{ trades: 'spot,futures' }, 'trades', 'invalid_field'],
    [{ trades: 'spot,lever' }, 'multiples', 'field_required'],
    [{ countries: 'US,XX' }, 'countries', 'field_unknown_choice'],
    [{ spread: '0.2' }, 'spread', 'field_too_large'],
    [{ house_depth: '5' }, 'house_depth', 'terms_rejected'],
    [{ house_depth: '100.5' }, 'house_depth', 'field_not_whole'],
    [{ house_cap: '1' }, 'house_cap', 'field_too_small'],
    [{ house_cap: '6' }, 'house_cap', 'field_too_large'],
    [{ breaker_jump: '0.001' }, 'breaker_jump', 'field_too_small'],
    [{ breaker_spread: '0.00001' }, 'breaker_spread', 'field_too_small'],
    [{ max_price_age_ms: '100' }, 'max_price_age_ms', 'field_too_small'],
    [{ tick: '10000' }, 'tick', 'field_too_large'],
    [{ tick: '0.00000001' }, 'tick', 'field_too_small'],
    [{ daily_turnover: '10000000000000000000' }, 'daily_turnover', 'field_too_large'],
    [{ tick: '0.001' }, 'tick', 'halt_required'],
    [{ trades: 'none' }, 'trades', 'halt_required'],
    [{ name: '<script>' }, 'name', 'field_special_characters'],
  ])('cannot become nonsense: %o names %s', async (changes, field, error) => {
    const before = app.catalogue.current().version;
    const payload = change('BTC/USDT', changes);
    expect(await app.rejection('POST /staff/instruments/change', payload, { token: treasury.token })).toMatchObject({
      error,
      field,
    });
    await app.catalogue.refresh();
    expect(app.catalogue.current().version).toBe(before);
  });

  it('is halted at once by who is on duty, and resumed by one who confirmed', async () => {
    const { token } = duty;
    const halt = { symbol: 'BTC/USDT', reason: 'a fork of the chain' };
    expect(await app.rejection('POST /staff/instruments/halt', halt, { token: support.token })).toMatchObject({
      error: 'forbidden',
    });
    const halted = await app.ok('POST /staff/instruments/halt', halt, { token });
    expect(halted.halt).toBe('a fork of the chain');
    await followed(halted.version);
    expect(other.catalogue.current().marketTerms()).toContainEqual(
      expect.objectContaining({ symbol: 'BTC/USDT', halted: true }),
    );
    const again = await app.ok('POST /staff/instruments/halt', { ...halt, reason: 'again' }, { token });
    expect(again).toEqual(halted);
    const resume = { symbol: 'BTC/USDT', reason: 'it is over' };
    expect(await app.rejection('POST /staff/instruments/resume', resume, { token })).toMatchObject({
      error: 'confirmation_required',
    });
    await confirm(duty);
    const resumed = await app.ok('POST /staff/instruments/resume', resume, { token });
    expect(resumed.halt).toBeNull();
    expect(
      await app.rejection('POST /staff/instruments/halt', { symbol: 'NOPE', reason: 'x' }, { token }),
    ).toMatchObject({ error: 'instrument_unknown', field: 'symbol' });
  });

  it('is traded by what staff changed, from the next order on', async () => {
    const { token } = treasury;
    await confirm(treasury);
    app.feed.setPrice('LTC/USDT', '100', { bid: '99.99', ask: '100.01' });
    const buyer = await signUp(app, { funds: { change: { USDT: '1000' } } });
    const litecoin = app.catalogue.current().currencyByCode('LTC')?.id;
    let orders = 0;
    const buy = () => {
      orders += 1;
      const payload = { currency_id: litecoin, legal_id: 3, type: 'buy', kind: 'market', amount: '1' };
      return app.call('POST /coin/trade', payload, { token: buyer.token, idempotencyKey: `litecoin-${orders}` });
    };
    expect(await buy()).toMatchObject({ message: { fee: '0.001', status: 'filled' } });
    await app.ok('POST /staff/instruments/change', change('LTC/USDT', { taker_fee_rate: '0.005' }), { token });
    expect(await buy()).toMatchObject({ message: { fee: '0.005', status: 'filled' } });
    await app.ok('POST /staff/instruments/halt', { symbol: 'LTC/USDT', reason: 'wrong prices' }, { token });
    expect(await buy()).toMatchObject({ error: 'market_halted' });
    await app.ok('POST /staff/instruments/resume', { symbol: 'LTC/USDT', reason: 'right prices' }, { token });
    // The house begins with an empty ladder, which refills.
    await app.turn();
    expect(await buy()).toMatchObject({ message: { status: 'filled' } });
  });

  it('takes other steps only while it is halted, and such that open orders stand on', async () => {
    const { token } = treasury;
    await confirm(treasury);
    await app.ok('POST /staff/instruments/halt', { symbol: 'ADA/USDT', reason: 'new steps' }, { token });
    const finer = () => change('ADA/USDT', { tick: '0.000001' });
    // Other nodes may not know of the halt yet.
    expect(await app.rejection('POST /staff/instruments/change', finer(), { token })).toMatchObject({
      error: 'halt_required',
      field: 'tick',
    });
    app.advance(FOLLOWED_WITHIN);
    const { uid } = await signUp(app);
    await app.database.query(
      `insert into spot_order (id, user_id, symbol, base, quote, side, kind, price, amount, reserved, fee_currency, status,
                               created_at, updated_at)
       select 1000000, id, 'ADA/USDT', 'ADA', 'USDT', 'buy', 'limit', 0.5, 10, 5, 'ADA', 'pending', now(), now()
         from user_account where uid = $1`,
      [uid],
    );
    expect(
      await app.rejection('POST /staff/instruments/change', change('ADA/USDT', { tick: '0.0003' }), { token }),
    ).toMatchObject({ error: 'orders_resting', field: 'tick' });
    expect(
      await app.rejection('POST /staff/instruments/change', change('ADA/USDT', { trades: 'none' }), { token }),
    ).toMatchObject({ error: 'orders_resting', field: 'trades' });
    // The inventory of the house counts in lots.
    expect(
      await app.rejection('POST /staff/instruments/change', change('ADA/USDT', { lot: '0.3', min_amount: '0.3' }), {
        token,
      }),
    ).toMatchObject({ error: 'invalid_field', field: 'lot' });
    expect(await app.ok('POST /staff/instruments/change', finer(), { token })).toMatchObject({ tick: '0.000001' });
  });

  it('is not traded on spot without both its currencies, nor settled in what is none', async () => {
    const { token } = treasury;
    const coin = {
      symbol: 'NEW/USDT',
      name: 'New coin',
      category: 'crypto',
      base: 'NEW',
      quote: 'USDT',
      settlement: 'USDT',
      tick: '0.0001',
      lot: '0.1',
      maker_fee_rate: '0.001',
      taker_fee_rate: '0.001',
      trades: 'spot',
      calendar: 'crypto',
      spread: '0.0003',
      daily_turnover: '5000000',
      start: '1.25',
      volatility: '1.5',
      reason: 'listed on demand',
    };
    const add = (changes = {}) => app.call('POST /staff/instruments/add', { ...coin, ...changes }, { token });
    expect(await add()).toMatchObject({ error: 'currency_unknown', field: 'base' });
    expect(await add({ settlement: 'SHELLS' })).toMatchObject({ error: 'currency_unknown', field: 'settlement' });
    const currency = { code: 'NEW', name: 'New coin', scale: 8, kind: 'crypto', reason: 'listed on demand' };
    const added = await app.ok('POST /staff/currencies/add', currency, { token });
    expect(added).toMatchObject({ code: 'NEW', open: true, id: 100_000 });
    expect(await app.ok('POST /staff/currencies/add', currency, { token })).toEqual(added);
    expect(await app.rejection('POST /staff/currencies/add', { ...currency, code: 'BTC' }, { token })).toMatchObject({
      error: 'symbol_taken',
      field: 'code',
    });
    expect(await add({ lot: '0.000000001' })).toMatchObject({ error: 'field_too_precise', field: 'lot' });

    const listed = await app.ok('POST /staff/instruments/add', coin, { token });
    expect(listed).toMatchObject({ symbol: 'NEW/USDT', halt: 'new: listed on demand', min_amount: '0.1' });
    expect(await app.ok('POST /staff/instruments/add', coin, { token })).toEqual(listed);
    expect(await add({ lot: '1' })).toMatchObject({ error: 'symbol_taken', field: 'symbol' });
    await followed(listed.version);
    const { list } = await other.ok('GET /currency/quotation_new', { symbols: ['NEW/USDT'] });
    expect(list[0]).toMatchObject({ symbol: 'NEW/USDT', currency_id: 100_000, price_scale: 4 });
  });
});

describe('terms that give traders an edge', () => {
  /** Its options are on enough steps, and its multiples beyond the reach of the mark. */
  const coin = {
    symbol: 'LTC/EUR',
    name: 'Litecoin/Euro',
    category: 'crypto',
    base: 'LTC',
    quote: 'EUR',
    settlement: 'USDT',
    tick: '0.0001',
    lot: '0.1',
    maker_fee_rate: '0.001',
    taker_fee_rate: '0.001',
    trades: 'lever,micro',
    multiples: '1,2,20',
    calendar: 'crypto',
    spread: '0.0003',
    daily_turnover: '5000000',
    start: '100',
    volatility: '0.8',
    reason: 'listed on demand',
  };
  const CALM = {
    error: 'option_calm',
    field: 'trades',
    message: expect.stringMatching(/^Options of 30 s .* \d+\.\d price steps .* at least 20 are needed$/),
  };
  const REACHED = (multiple: number) => ({
    error: 'mark_reach',
    field: 'multiples',
    message: expect.stringContaining(String(multiple)),
  });
  const add = (changes = {}) =>
    app.call('POST /staff/instruments/add', { ...coin, ...changes }, { token: treasury.token });
  const changed = async (symbol: string, changes: Record<string, string>) => {
    const before = app.catalogue.current().instrument(symbol);
    const outcome = await app.call('POST /staff/instruments/change', change(symbol, changes), {
      token: treasury.token,
    });
    // What was refused has changed nothing.
    if ('error' in outcome) expect(app.catalogue.current().instrument(symbol)).toEqual(before);
    return outcome;
  };

  it('are no listing: an option on too few steps of its price, multiples that the mark could liquidate', async () => {
    await confirm(treasury);
    expect(await add({ tick: '0.1', volatility: '0.01' })).toMatchObject(CALM);
    expect(await add({ multiples: '1,2,500' })).toMatchObject(REACHED(500));
    expect(app.catalogue.current().instrument(coin.symbol)).toBeNull();
    // Neither rule is in the way of finer steps and lower multiples.
    expect(await add()).toMatchObject({ type: 'ok' });
  });

  it('are no change of what is listed', async () => {
    await confirm(treasury);
    const { token } = treasury;
    await app.ok('POST /staff/instruments/halt', { symbol: 'USD/HKD', reason: 'new steps' }, { token });
    app.advance(FOLLOWED_WITHIN);
    await confirm(treasury);
    expect(await changed('USD/HKD', { tick: '0.001' })).toMatchObject(CALM);
    const lira = app.catalogue.current().instrument('USD/TRY');
    expect(await changed('USD/TRY', { multiples: `${lira?.multiples.join()},500` })).toMatchObject(REACHED(500));
    expect(await changed('USD/HKD', { tick: '0.001', trades: 'lever' })).toMatchObject({ type: 'ok' });
    expect(await changed('USD/HKD', { trades: 'lever,micro' })).toMatchObject(CALM);
  });
});

describe('a node that missed the message', () => {
  it('finds the change by itself at its next look', async () => {
    state.lost = true;
    await confirm(treasury);
    const { version } = await app.ok(
      'POST /staff/instruments/change',
      change('XRP/USDT', { countries: 'US,CN', house_cap: '2', multiples: 'none' }),
      { token: treasury.token },
    );
    state.lost = false;
    expect(other.catalogue.current().version).toBeLessThan(version);
    expect(await recurringJobsOf(other).turn('catalogue-follow')).toBe('done');
    expect(other.catalogue.current().instrument('XRP/USDT')).toMatchObject({
      version,
      countries: ['CN', 'US'],
      limits: { houseCap: 2 },
    });
    const back = await app.ok('POST /staff/instruments/change', change('XRP/USDT', { house_cap: 'rule' }), {
      token: treasury.token,
    });
    expect(back).toMatchObject({ house_cap: null, effective: { cap: 3 } });
  });
});

describe('a calendar', () => {
  it('closes on a day that staff add, on every node', async () => {
    const { token } = treasury;
    const before = (await app.ok('GET /staff/calendars', {}, { token: support.token })).list.find(
      ({ id }) => id === 'us_equity',
    );
    expect(before).toMatchObject({ timezone: 'America/New_York', covered_until: '2028-12-31', instruments: 27 });
    const mourning = {
      calendar: 'us_equity',
      version: before?.version,
      reason: 'day of mourning',
      closed: '2026-11-20',
      early: '2026-11-25@13:00',
      open: '2026-12-24',
      covered_until: '2029-01-31',
    };
    const apple = async (node: TestApp) =>
      (await node.ok('GET /currency/quotation_new', { symbols: ['AAPL'] })).list[0];
    expect(await apple(other)).toMatchObject({ open: true });
    const after = await app.ok('POST /staff/calendars/change', mourning, { token });
    expect(after.covered_until).toBe('2029-01-31');
    expect(after.holidays).toContainEqual({ day: '2026-11-20', close_minute: null });
    expect(after.holidays).toContainEqual({ day: '2026-11-25', close_minute: 780 });
    expect(after.holidays.map(({ day }) => day)).not.toContain('2026-12-24');
    expect(await app.ok('POST /staff/calendars/change', mourning, { token })).toEqual(after);
    await followed(after.version);
    expect(await apple(other)).toMatchObject({ open: false });

    const rejected = async (changes: object) =>
      app.rejection('POST /staff/calendars/change', { ...mourning, version: after.version, ...changes }, { token });
    expect(await rejected({ closed: '2027-02-30' })).toMatchObject({ error: 'invalid_field', field: 'closed' });
    expect(await rejected({ early: '2027-02-03@24:30' })).toMatchObject({ error: 'invalid_field', field: 'early' });
    expect(await rejected({ calendar: 'lunar' })).toMatchObject({ error: 'not_found', field: 'calendar' });
    expect(await rejected({ version: 0, closed: '2027-02-03' })).toMatchObject({ error: 'changed_meanwhile' });
  });
});

describe('a currency', () => {
  it('keeps its scale once it is held, and takes no deposits while closed', async () => {
    const { token } = treasury;
    const { list } = await app.ok('GET /staff/currencies', {}, { token: support.token });
    const find = (code: string) => list.find((each) => each.code === code);
    await signUp(app, { funds: { change: { USDT: '1' } } });
    const of = (code: string, changes: object) => ({
      code,
      version: find(code)?.version,
      reason: 'as agreed',
      ...changes,
    });
    expect(await app.rejection('POST /staff/currencies/change', of('USDT', { scale: 8 }), { token })).toMatchObject({
      error: 'scale_in_use',
      field: 'scale',
    });
    expect(
      await app.rejection('POST /staff/currencies/change', of('SHELLS', { version: 1, scale: 8 }), { token }),
    ).toMatchObject({ error: 'currency_unknown', field: 'code' });
    expect(
      await app.ok('POST /staff/currencies/change', of('VND', { scale: 2, name: 'Dong' }), { token }),
    ).toMatchObject({ scale: 2, name: 'Dong' });
    const closed = await app.ok('POST /staff/currencies/change', of('USDT', { open: false }), { token });
    expect(closed.open).toBe(false);
    await followed(closed.version);
    const deposits = (await other.ok('GET /currency/list')).list.find(({ code }) => code === 'USDT');
    expect(deposits?.deposits_open).toBe(false);
    expect(
      await app.rejection('POST /staff/currencies/change', of('USDT', { name: 'Tether USD' }), { token }),
    ).toMatchObject({ error: 'changed_meanwhile' });
  });
});
