import { settlementFault } from '@tessera/api/options/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOptionStage, type OptionOrder, type OptionStage, submission } from '../../../test/option-stage.ts';
import type { Person } from '../../../test/people.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';

const MINUTE = 60_000;

let stage: OptionStage;
let ann: Person;
beforeAll(async () => {
  stage = await createOptionStage();
  await stage.record(5, 6_000_000);
});
afterAll(() => stage.close());
beforeEach(async () => {
  ann = await stage.trader();
  await stage.record(1, 6_000_000);
});

const balance = (person: Person, part: 'available' | 'frozen' = 'available', currency = 'USDT') =>
  userBalance(stage.app.database, person.id, 'micro', currency, part);
const result = (person: Person, { id }: Pick<OptionOrder, 'id'>) =>
  stage.app.ok('GET /microtrade/get_result', { id }, { token: person.token });
const rejection = (changes: Readonly<Record<string, unknown>>, person = ann) =>
  stage.app.rejection('POST /microtrade/submit', submission(stage.match, changes), {
    token: person.token,
    idempotencyKey: `key-${Math.random()}`,
  });
const setting = (keyword: string, value: string) =>
  stage.app.database.query('update setting set value = $2 where keyword = $1', [keyword, value]);

/** An option of a minute with a strike of 60,000 and these 25 prices at its end. */
async function play(changes: Readonly<Record<string, unknown>>, index: number | ((step: number) => number)) {
  const option = await stage.open(ann, changes);
  await stage.enter(6_000_000);
  await stage.expire(option, index);
  return result(ann, option);
}

describe('an option', () => {
  it('takes stake and fee, shows its strike once it is known, and pays 185 for 100 at a ratio of 0.85', async () => {
    await stage.app.database.query('update option_term set fee_rate = 0.01 where seconds = 60');
    const fees = await houseBalance(stage.app.database, 'fees', 'USDT');
    const house = await houseBalance(stage.app.database, 'counterparty', 'USDT');
    const option = await stage.open(ann);
    expect(option).toMatchObject({
      symbol: 'BTC/USDT',
      type: 1,
      number: '100',
      fee: '1',
      profit_ratio: '0.85',
      open_price: null,
      expected_income: '185',
      profit: null,
      status: 'open',
      entry_at: option.created_at + 1_000,
      sell_time: option.created_at + 61_000,
    });
    expect([await balance(ann), await balance(ann, 'frozen')]).toEqual(['9899', '100']);

    // What is known before the entry is no strike.
    await stage.record(4, 5_900_000);
    await stage.settle();
    expect((await result(ann, option)).open_price).toBeNull();
    await stage.record(1, 6_000_000);
    await stage.settle();
    expect((await result(ann, option)).open_price).toBe('60000');

    await stage.expire(option, (step) => (step < 20 ? 6_000_000 : 6_000_100));
    // Five higher prices are those that do not count.
    expect((await result(ann, option)).result).toBe('tied');
    expect(await balance(ann)).toBe('9991.5');

    const won = await stage.open(ann);
    await stage.enter(6_000_000);
    await stage.expire(won, (step) => (step < 19 ? 6_000_000 : 6_000_001));
    const shown = await result(ann, won);
    expect(shown).toMatchObject({
      status: 'settled',
      result: 'won',
      profit: '84',
      open_price: '60000',
      close_price: '60000.000666666',
    });
    expect(shown.ticks).toHaveLength(25);
    expect(shown.ticks.filter(({ counts }) => counts)).toHaveLength(15);
    expect(shown.ticks.map(({ number }) => number)).toEqual(
      shown.ticks.map((_, place) => (shown.ticks[0]?.number ?? 0) + place),
    );
    expect([await balance(ann), await balance(ann, 'frozen')]).toEqual(['10075.5', '0']);
    expect(await houseBalance(stage.app.database, 'fees', 'USDT')).toBe(String(Number(fees) + 2));
    expect(await houseBalance(stage.app.database, 'counterparty', 'USDT')).toBe(String(Number(house) + 7.5 - 85));
    await stage.app.database.query('update option_term set fee_rate = 0 where seconds = 60');
  });

  it('down wins where the mean is below the strike, and pays nothing above it', async () => {
    expect(await play({ type: 2 }, 5_999_900)).toMatchObject({ result: 'won', profit: '85' });
    expect(await play({ type: 2 }, 6_000_100)).toMatchObject({ result: 'lost', profit: '-100', close_price: '60001' });
    expect(await balance(ann)).toBe('9985');
  });

  it('five prices at either end move nothing', async () => {
    const shown = await play({}, (step) => (step < 5 ? 9_000_000 : 6_000_000));
    expect(shown).toMatchObject({ result: 'tied', close_price: '60000', profit: '-7.5' });
    expect(shown.ticks.filter(({ price }) => price === '90000').map(({ counts }) => counts)).toEqual(
      Array(5).fill(false),
    );
  });

  it('is decided by thousandths of a tick: what a price was rounded to decides nothing', async () => {
    const playFrom = async (strike: number, index: number) => {
      const option = await stage.open(ann);
      await stage.enter(strike);
      await stage.expire(option, index);
      return result(ann, option);
    };
    // Both round to 60,000.00, and to 60,000.01.
    expect(await playFrom(6_000_000.499, 6_000_000.498)).toMatchObject({
      result: 'lost',
      open_price: '60000.00499',
      close_price: '60000.00498',
      tick: '0.00001',
    });
    expect(await playFrom(6_000_000.501, 6_000_000.502)).toMatchObject({ result: 'won', close_price: '60000.00502' });
    expect(await playFrom(6_000_000.501, 6_000_000.501)).toMatchObject({ result: 'tied', profit: '-7.5' });
  });

  it('that was opened under the former rules ends by whole ticks, and its stake comes back on a tie', async () => {
    const { database } = stage.app;
    const [option, former] = [await stage.open(ann), await stage.open(ann)];
    const change = () => database.query('update option_order set rules = 1 where id = $1', [former.id]);
    await expect(change()).rejects.toThrow('an option does not change');
    await database.query('alter table option_order disable trigger option_order_kept');
    await change();
    await database.query('alter table option_order enable trigger option_order_kept');
    await stage.enter(6_000_000.2);
    await stage.expire(option, 6_000_000.4);
    expect(await result(ann, option)).toMatchObject({ result: 'won', rules: 2 });
    expect(await result(ann, former)).toMatchObject({
      ...{ result: 'tied', profit: '0', rules: 1 },
      ...{ tick: '0.01', open_price: '60000', close_price: '60000' },
    });
  });

  it('is listed with those that are over, and among the products of the wallet while it is open', async () => {
    const first = await stage.open(ann, { number: '10' });
    const { products } = await stage.app.ok('POST /wallet/list', {}, { token: ann.token });
    expect(products).toContainEqual(expect.objectContaining({ product: 'option', currency: 'USDT', amount: '10' }));
    await stage.enter(6_000_000);
    await stage.expire(first, 6_000_100);
    const second = await stage.open(ann, { number: '20', seconds: 30 });
    const lists = (payload: object) => stage.app.ok('GET /microtrade/lists', { ...payload }, { token: ann.token });
    expect(await lists({})).toMatchObject({ total: 2, limit: 5, list: [{ id: second.id }, { id: first.id }] });
    expect((await lists({ status: 'open' })).list.map(({ id }) => id)).toEqual([second.id]);
    expect((await lists({ status: 'settled', symbol: 'BTC/USDT' })).list.map(({ id }) => id)).toEqual([first.id]);
    const records = await stage.app.ok('POST /wallet/legal_log', { account: 'micro' }, { token: ann.token });
    expect(records.list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['option_stake', 'option_result']));
  });

  it('shows nothing of other users', async () => {
    const option = await stage.open(ann);
    const bob = await stage.trader();
    for (const call of ['GET /microtrade/get_result', 'GET /microtrade/proof'] as const) {
      expect(await stage.app.rejection(call, { id: option.id }, { token: bob.token })).toMatchObject({
        error: 'not_found',
      });
    }
    expect((await stage.app.ok('GET /microtrade/lists', {}, { token: bob.token })).total).toBe(0);
  });
});

describe('without prices', () => {
  it('at its entry, an option goes back with its fee', async () => {
    await stage.app.database.query('update option_term set fee_rate = 0.01 where seconds = 60');
    const option = await stage.open(ann);
    await stage.app.database.query('update option_term set fee_rate = 0 where seconds = 60');
    // As late as a price may be.
    stage.pass(5_800);
    await stage.record(1, 6_000_000);
    await stage.settle();
    expect(await result(ann, option)).toMatchObject({ status: 'open', open_price: '60000' });

    const missed = await stage.open(ann);
    stage.pass(5_801);
    await stage.record(1, 6_000_000);
    await stage.settle();
    expect(await result(ann, missed)).toMatchObject({ status: 'returned', reason: 'no_strike', profit: '0' });
    await stage.expire(option, 6_000_000);
    expect(await balance(ann)).toBe('9991.5');
  });

  it('before its expiry it does, too: fewer than 25 in the last minute, or a last one that is too old', async () => {
    const few = await stage.open(ann, { number: '7' });
    await stage.record(6, 6_000_000);
    stage.pass(56_000);
    await stage.record(13, 6_100_000);
    await stage.record(30, 6_100_000);
    await stage.settle();
    expect(await result(ann, few)).toMatchObject({ status: 'returned', reason: 'no_ticks', profit: '0', ticks: [] });

    const old = await stage.open(ann, { number: '9' });
    await stage.record(6, 6_100_000);
    stage.pass(old.sell_time - 10_001 - stage.app.now());
    await stage.record(25, 6_100_000);
    stage.pass(5_002);
    await stage.settle();
    // No step shows yet that no price of before the expiry follows: it is waited for.
    expect((await result(ann, old)).status).toBe('open');
    stage.pass(15_000);
    await stage.settle();
    expect(await result(ann, old)).toMatchObject({ status: 'returned', reason: 'no_ticks' });
    expect(await balance(ann)).toBe('10000');
  });

  it('what fell due while nothing ran is settled by the prices of its time', async () => {
    const option = await stage.open(ann);
    await stage.enter(6_000_000);
    stage.pass(55_000);
    await stage.record(25, 6_000_500);
    await stage.record(25, 5_000_000);
    await stage.settle();
    expect(await result(ann, option)).toMatchObject({ result: 'won', close_price: '60005' });
  });
});

describe('an order', () => {
  it('has a term, a currency and a stake that are offered', async () => {
    expect(await rejection({ seconds: 45 })).toMatchObject({ error: 'field_unknown_choice', field: 'seconds' });
    expect(await rejection({ match_id: 999_999 })).toMatchObject({ error: 'instrument_unknown' });
    expect(await rejection({ currency_id: 5 })).toMatchObject({ error: 'currency_unknown' });
    expect(await rejection({ number: '4.99' })).toMatchObject({ error: 'amount_too_small', field: 'number' });
    expect(await rejection({ number: '5000.01' })).toMatchObject({ error: 'amount_too_large', field: 'number' });
    expect(await rejection({ number: '10.123456789' })).toMatchObject({ error: 'field_too_precise' });
    expect(await rejection({ key: '000000' })).toMatchObject({ error: 'key_wrong' });
    expect(await rejection({ number: '0' })).toMatchObject({ error: 'field_must_be_positive' });
    expect(await balance(ann)).toBe('10000');
  });

  it('may be staked in coins, whose bounds follow their price', async () => {
    const bob = await stage.trader({ BTC: '1' });
    expect(await rejection({ currency_id: 1, number: '0.09' }, bob)).toMatchObject({
      error: 'amount_too_large',
      message: expect.stringContaining('0.08333333'),
    });
    const option = await stage.open(bob, { currency_id: 1, number: '0.01' });
    expect(option).toMatchObject({ currency: 'BTC', expected_income: '0.0185' });
    expect(await balance(bob, 'frozen', 'BTC')).toBe('0.01');
    expect((await stage.app.ok('GET /microtrade/payable_currencies', {}, { token: bob.token })).list).toContainEqual(
      expect.objectContaining({ currency: 'BTC', available: '0.99', max_number: '0.2' }),
    );
  });

  it('needs an open market until it expires, a fresh price, and no halt', async () => {
    const price = (changes: object) => stage.app.feed.setPrice('BTC/USDT', '60000', changes);
    price({ open: false });
    expect(await rejection({})).toMatchObject({ error: 'market_closed' });
    price({ halt: 'jump' });
    expect(await rejection({})).toMatchObject({ error: 'market_halted' });
    price({ at: stage.app.now() - 5_001 });
    expect(await rejection({})).toMatchObject({ error: 'stale_price' });
    price({});
    const metal = stage.app.catalogue.current().instruments.find(({ symbol }) => symbol === 'EUR/USD');
    stage.app.feed.setPrice('EUR/USD', '1.1');
    expect(await rejection({ match_id: metal?.id })).toMatchObject({ error: 'stale_price' });
    expect(await balance(ann)).toBe('10000');
  });

  it('counts with its stake against the limit of the identity level', async () => {
    const bob = await stage.trader({ USDT: '10000' }, 0);
    expect(await rejection({ number: '500.01' }, bob)).toMatchObject({ error: 'order_limit' });
    expect((await stage.open(bob, { number: '500' })).number).toBe('500');
  });

  it('is not taken beyond the limits that users set for themselves, which count its results', async () => {
    const bob = await stage.trader();
    const brakes = (changes: object) =>
      stage.app.ok('POST /brakes', { ...changes }, { token: bob.token, idempotencyKey: `brakes-${Math.random()}` });
    await stage.record(1, 6_000_000);
    const option = await stage.open(bob);
    await brakes({ daily_loss: '150' });
    await stage.enter(6_000_000);
    await stage.expire(option, 5_999_900);
    const { result_today, losses } = await stage.app.ok('GET /brakes', {}, { token: bob.token });
    expect([result_today, losses]).toEqual(['-100', 1]);
    await stage.open(bob, { number: '50' });
    await brakes({ daily_loss: '100' });
    expect(await rejection({ number: '5' }, bob)).toMatchObject({ error: 'brake_daily_loss' });
  });

  it('is not taken in countries of the list', async () => {
    const { id } = ann;
    await stage.app.database.query('update user_account set mobile = $2 where id = $1', [id, '4915123456789']);
    expect(await rejection({})).toMatchObject({ error: 'area_unsupported' });
    const asked = () => stage.app.call('GET /microtrade/payable_currencies', {}, { token: ann.token });
    expect(await asked()).toMatchObject({ error: 'area_unsupported' });
    await setting('options_countries', 'fr, us');
    expect((await asked()).type).toBe('ok');
    await stage.open(ann);
    await setting('options_countries', '');
    expect((await asked()).type).toBe('ok');
  });

  it('ends at the capacity of the house: of an expiry, of a symbol, of all, and of a user', async () => {
    for (let step = 0; step < 14; step++) {
      stage.pass(5_000);
      await stage.record(1, 6_000_000);
    }
    await stage.settle();
    await setting('options_capacity_expiry', '170');
    await stage.open(ann);
    await stage.open(ann);
    expect(await rejection({ number: '10' })).toMatchObject({
      error: 'option_capacity',
      message: expect.stringContaining(' 0 USDT'),
    });
    // The other direction is another risk.
    await stage.open(ann, { type: 2 });
    await setting('options_capacity_symbol', '300');
    expect(await rejection({ type: 2, number: '53' })).toMatchObject({
      error: 'option_capacity',
      message: expect.stringContaining('52.94'),
    });
    await setting('options_capacity_symbol', '200000');
    await setting('options_capacity', '260');
    expect(await rejection({ type: 2, number: '10' })).toMatchObject({ error: 'option_capacity' });
    await setting('options_capacity', '1000000');
    await setting('options_max_open', '3');
    expect(await rejection({ type: 2, number: '10' })).toMatchObject({ error: 'too_many_orders' });
    await setting('options_max_open', '50');
    await setting('options_capacity_expiry', '50000');
    expect(await balance(ann)).toBe('9700');
  });
});

describe('the proof', () => {
  it('shows the signed ticks of an option, for ever, and any change of it is found', async () => {
    const option = await stage.open(ann);
    const proof = () => stage.app.ok('GET /microtrade/proof', { id: option.id }, { token: ann.token });
    await stage.enter(6_000_000);
    await stage.expire(option, (step) => 6_000_000 + step);
    expect((await proof()).record).toBeNull();
    expect(await settlementFault(await proof())).toBe('unsigned');
    stage.pass(MINUTE);
    await stage.record(1, 6_000_000);
    for (const job of ['market-minute', 'options-keep']) expect(await stage.jobs.turn(job)).toBe('done');
    const whole = await proof();
    expect(await settlementFault(whole, whole.record?.key)).toBeNull();
    expect(whole.option).toMatchObject({ result: 'won', payout: '185' });

    // After the week for which the record is kept.
    await stage.app.database.query('delete from market_block');
    await stage.app.database.query('delete from market_step where at < $1', [new Date(stage.app.now() - MINUTE)]);
    const later = await proof();
    expect(later).toEqual(whole);
    await expect(stage.app.database.query('delete from market_kept')).rejects.toThrow('append-only');
    expect(
      (await stage.app.ok('GET /market/ticks', { symbol: 'BTC/USDT', from: option.entry_at, to: option.sell_time }))
        .ticks,
    ).not.toHaveLength(0);
  });
});

describe('what the house earned', () => {
  it('is what its accounts hold, by day', async () => {
    const { list } = await stage.app.ok('GET /microtrade/house', {});
    const usdt = list.filter(({ currency }) => currency === 'USDT');
    const total = (field: 'won' | 'lost' | 'returned' | 'tied') => usdt.reduce((sum, day) => sum + day[field], 0);
    expect(total('won')).toBeGreaterThan(2);
    expect(total('returned')).toBeGreaterThan(2);
    const [row] = await stage.app.database.query<{ result: string }>(
      `select -sum(e.amount) as result from journal j join ledger_entry e on e.journal_id = j.id
         join ledger_account a on a.id = e.account_id
        where j.kind = 'option_result' and a.owner_kind = 'house' and a.name = 'counterparty' and a.currency = 'USDT'`,
    );
    const fees = usdt.reduce((sum, { fees: of }) => sum + Number(of), 0);
    expect(usdt.reduce((sum, { result: of }) => sum + Number(of), 0) - fees).toBeCloseTo(-Number(row?.result), 8);
    expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});

describe('an option of which staff change the term', () => {
  it('is sold as it was shown, or not: a term that staff changed meanwhile is refused', async () => {
    const shown = { profit_ratio: '0.85', fee_rate: '0' };
    expect(await stage.open(ann, shown)).toMatchObject({ profit_ratio: '0.85', fee: '0' });
    await stage.app.database.query('update option_term set ratio = 0.8, fee_rate = 0.01 where seconds = 60');
    const before = await balance(ann);
    expect(await rejection(shown)).toMatchObject({ error: 'price_moved', field: 'profit_ratio' });
    expect(await rejection({ ...shown, profit_ratio: '0.80' })).toMatchObject({
      error: 'price_moved',
      field: 'fee_rate',
    });
    expect(await balance(ann)).toBe(before);
    expect(await stage.open(ann, { profit_ratio: '0.8', fee_rate: '0.01' })).toMatchObject({ fee: '1' });
    await stage.app.database.query('update option_term set ratio = 0.85, fee_rate = 0 where seconds = 60');
  });
});
