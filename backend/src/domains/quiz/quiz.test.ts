import { DAY_MS } from '@tessera/api/quiz/rules';
import { poolFault, roundFault } from '@tessera/api/quiz/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { createQuizStage, type QuizStage, wager } from '../../../test/quiz-stage.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';

let stage: QuizStage;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  stage = await createQuizStage();
  [ann, bob] = [await stage.bettor(), await stage.bettor()];
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(await houseBalance(stage.app.database, 'quiz', 'USDT')).toBe('0');
  await stage.close();
});

const balance = (person: Person, name: 'change' | 'quiz' = 'change') =>
  userBalance(stage.app.database, person.id, name, 'USDT');
const own = (person: Person, { id }: { readonly id: string }) =>
  stage.app.ok('GET /quiz/bet', { id }, { token: person.token });
const refused = async (person: Person, round: { readonly id: string }, changes: Record<string, unknown> = {}) =>
  (
    await stage.app.rejection('POST /quiz/bet', wager(round, changes), {
      token: person.token,
      idempotencyKey: `key-${Math.random()}`,
    })
  ).error;

describe('a real-time round', () => {
  it('takes bets until five minutes before its end, shows what the pool says, and pays the winners', async () => {
    const round = await stage.guessing();
    expect(round).toMatchObject({ kind: 'realtime', symbol: 'BTC/USDT', state: 'open', open_price: null, pool: '0' });
    expect(round.decides_at - round.closes_at).toBe(301_000);
    expect(round.outcomes.map(({ chance }) => chance)).toEqual([null, null]);
    const bet = await stage.bet(ann, round, { number: '30' });
    expect(bet).toMatchObject({ place: 1, number: '30', status: 'open', payout: null, outcome: { outcome: 1 } });
    await stage.bet(bob, round, { outcome: 2, number: '70' });
    await stage.bet(ann, round, { number: '20.5' });
    expect([await balance(ann), await balance(ann, 'quiz')]).toEqual(['9949.5', '50.5']);
    const shown = await stage.round(round.id);
    expect(shown).toMatchObject({ pool: '120.5', participants: 2, bets: 3 });
    expect(shown.outcomes.map(({ staked, chance }) => [staked, chance])).toEqual([
      ['50.5', '0.419'],
      ['70', '0.5809'],
    ]);
    const { products } = await stage.app.ok('POST /wallet/list', {}, { token: ann.token });
    expect(JSON.stringify(products)).toContain('50.5');

    await stage.play(round, 6_000_000, 6_000_100);
    const over = await stage.round(round.id);
    expect(over).toMatchObject({ state: 'over', outcome: 1, open_price: '60000', close_price: '60001', reason: null });
    expect(over.ticks).toHaveLength(25);
    expect(over.ticks.filter(({ counts }) => counts)).toHaveLength(15);
    expect(over.strike).toMatchObject({ price: '60000', at: round.closes_at + 1_000 });
    // 120.5 × 30 / 50.5 = 71.5841584158 and 120.5 × 20.5 / 50.5 = 48.91584141; the last unit goes to the first bet.
    expect(await own(ann, bet)).toMatchObject({ status: 'won', payout: '71.584159', profit: '41.584159' });
    expect([await balance(ann), await balance(ann, 'quiz'), await balance(bob)]).toEqual(['10070', '0', '9930']);
    const { list } = await stage.app.ok('GET /quiz/bets', { status: 'ended' }, { token: ann.token });
    expect(list.map(({ payout }) => payout)).toEqual(['48.915841', '71.584159']);
    const records = await stage.app.ok('POST /wallet/legal_log', {}, { token: ann.token });
    expect(records.list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['quiz_bet', 'quiz_prize']));
  });

  it('goes down, and a rake of the series is kept from the losing stakes', async () => {
    const { database } = stage.app;
    await database.query('update quiz_series set rake = 0.05 where id = 1');
    stage.pass(600_000);
    await stage.record(1, 6_000_000);
    const raked = await stage.guessing();
    const fees = await houseBalance(database, 'fees', 'USDT');
    const [before, after] = [await balance(ann), await balance(bob)];
    await stage.bet(ann, raked, { number: '100' });
    await stage.bet(bob, raked, { outcome: 2, number: '100' });
    await stage.play(raked, 6_000_000, 5_999_900);
    expect(await stage.round(raked.id)).toMatchObject({ outcome: 2, prize: '190', rake_paid: '10', winning: '100' });
    expect(Number(await balance(bob)) - Number(after)).toBe(90);
    expect(Number(await balance(ann)) - Number(before)).toBe(-100);
    expect(Number(await houseBalance(database, 'fees', 'USDT')) - Number(fees)).toBe(10);
    await database.query('update quiz_series set rake = 0 where id = 1');
  });

  it('returns every stake without a strike, without prices, at a tie, and where all or none guessed right', async () => {
    const outcomes: (readonly [string | null, string])[] = [];
    const before = [await balance(ann), await balance(bob)];
    for (const [strike, end, sides] of [
      [null, null, [1, 2]],
      [6_000_000, null, [1, 2]],
      [6_000_000, 6_000_000, [1, 2]],
      [6_000_000, 6_000_100, [1, 1]],
      [6_000_000, 5_999_000, [1, 1]],
    ] as const) {
      stage.pass(600_000);
      await stage.record(1, 6_000_000);
      const round = await stage.guessing();
      await stage.bet(ann, round, { outcome: sides[0] });
      await stage.bet(bob, round, { outcome: sides[1] });
      if (strike !== null && end !== null) await stage.play(round, strike, end);
      else {
        if (strike !== null) await stage.to(round.closes_at + 1_000, strike);
        await stage.to(round.decides_at + 1_000);
        await stage.settle();
      }
      const { reason, state } = await stage.round(round.id);
      outcomes.push([reason, state]);
    }
    expect(outcomes).toEqual([
      ['no_strike', 'void'],
      ['no_ticks', 'void'],
      ['tied', 'void'],
      ['one_sided', 'over'],
      ['no_winners', 'over'],
    ]);
    expect([await balance(ann), await balance(bob)]).toEqual(before);
  });

  it('is verified by its proof: signed ticks, the outcome that follows, and every unit of the pool', async () => {
    stage.pass(600_000);
    await stage.record(1, 6_000_000);
    const round = await stage.guessing();
    await stage.bet(ann, round, { number: '33.33' });
    await stage.bet(bob, round, { outcome: 2, number: '66.67' });
    expect(await stage.jobs.turn('market-minute')).toBe('done');
    await stage.play(round, 6_000_000, 6_000_100);
    const proofOf = () => stage.app.ok('GET /quiz/proof', { id: round.id });
    expect(await roundFault(await proofOf())).toBe('unsigned');
    stage.pass(120_000);
    await stage.record(1, 6_000_000);
    await stage.jobs.turn('market-minute');
    await stage.jobs.turn('quiz-keep');
    const proof = await proofOf();
    expect(await roundFault(proof, proof.record?.key)).toBeNull();
    expect(await roundFault(proof, 'ab'.repeat(32))).toBe('key');
    expect(await roundFault({ ...proof, round: { ...proof.round, outcome: 2 } })).toBe('result');
    const bets = proof.bets?.map((bet) => [...bet] as typeof bet) ?? [];
    if (bets[0]) bets[0][3] = '99.99';
    expect(await roundFault({ ...proof, bets })).toBe('payout');
    expect(poolFault({ ...proof, round: { ...proof.round, prize: '99' } })).toBe('pool');
    // Without its users.
    expect(JSON.stringify(proof)).not.toContain(ann.uid);
  });
});

describe('a daily round', () => {
  it('has ranges around the first price after its guesses, and is decided at midnight UTC', async () => {
    const midnight = Math.floor(stage.app.now() / DAY_MS + 1) * DAY_MS;
    stage.app.feed.setPrice('BTC/USDT', '60000.00');
    await stage.to(midnight, 6_000_000);
    await stage.record(2, 6_100_000);
    await stage.schedule();
    const { list } = await stage.app.ok('GET /quiz/rounds', { kind: 'daily' });
    const [round] = list;
    if (!round) throw new Error('there is no daily round');
    expect(round).toMatchObject({
      // No price that is known while guesses are taken.
      open_price: null,
      opens_at: midnight + 300_000,
      closes_at: midnight + DAY_MS / 2,
    });
    expect(round.outcomes.map(({ from, to }) => [from, to])).toEqual(Array(6).fill([null, null]));
    expect(round.outcomes.map(({ from_offset, to_offset }) => [from_offset, to_offset])).toEqual([
      [null, '-0.03'],
      ['-0.03', '-0.01'],
      ['-0.01', '0'],
      ['0', '0.01'],
      ['0.01', '0.03'],
      ['0.03', null],
    ]);
    const ranges = [
      [null, '58200'],
      ['58200', '59400'],
      ['59400', '60000'],
      ['60000', '60600'],
      ['60600', '61800'],
      ['61800', null],
    ];
    expect(await refused(ann, round)).toBe('quiz_not_open');
    await stage.to(midnight + 300_000);
    const right = await stage.bet(ann, round, { outcome: 4 });
    await stage.bet(bob, round, { outcome: 1 });
    await stage.to(round.closes_at + 1_000);
    await stage.record(2, 6_000_000);
    expect(await refused(ann, round)).toBe('quiz_not_open');
    await stage.settle();
    const started = await stage.round(round.id);
    expect(started.outcomes.map(({ from, to }) => [from, to])).toEqual(ranges);
    expect(started.open_price).toBe('60000');
    stage.pass(round.decides_at - 5_000 - stage.app.now());
    await stage.record(25, 6_000_000);
    await stage.record(2, 6_000_000);
    await stage.settle();
    expect(await stage.round(round.id)).toMatchObject({ state: 'over', outcome: 4, close_price: '60000' });
    expect(await own(ann, right)).toMatchObject({ status: 'won', payout: '200' });
  });
});

describe('a daily round of a former version', () => {
  it('shows and proves the ranges that it was opened with, and one of now those of now', async () => {
    const { database } = stage.app;
    const [series] = await database.query<{ id: number }>(`select id from quiz_series where kind = 'daily' limit 1`);
    const seen: (string | null)[][] = [];
    for (const ranges of [1, 2]) {
      const at = new Date(stage.app.now() + ranges * 60_000);
      // A round whose price is 200 ticks: ranges of a thousandth of it meet in one tick.
      const [{ id = '' } = {}] = await database.query<{ id: string }>(
        `insert into quiz_round (kind, series_id, symbol, currency, scale, outcomes, min_stake, max_stake, user_cap, pool_cap, rake,
                                 opens_at, closes_at, decides_at, entry_at, tick, symbol_id, max_age, offsets, rules, ranges,
                                 strike_number, strike_at, strike)
         select 'daily', $1, 'BTC/USDT', 'USDT', 6, 5, 1, 10, 10, 100, 0, $2::timestamptz - interval '1 hour', $2,
                $2::timestamptz + interval '12 hours', $2::timestamptz + interval '1 second', '0.01', id, 5000,
                array['-0.002', '-0.001', '0', '0.001'], 2, $3, 1, $2, 200000
           from market_symbol where symbol = 'BTC/USDT' returning id`,
        [series?.id, at, ranges],
      );
      seen.push((await stage.round(id)).outcomes.map(({ to }) => to));
      expect((await stage.app.ok('GET /quiz/proof', { id })).round).toMatchObject({ rules: 2, ranges });
      await expect(database.query('update quiz_round set ranges = 3 - ranges where id = $1', [id])).rejects.toThrow(
        'a round does not change',
      );
      await database.query('delete from quiz_round where id = $1', [id]);
    }
    expect(seen).toEqual([
      ['1.99', '1.99', '2', '2', null],
      ['1.996', '1.998', '2', '2.002', null],
    ]);
  });
});

describe('a bet', () => {
  it('is refused beyond every limit, and where the market could not be traded', async () => {
    stage.pass(600_000);
    await stage.record(1, 6_000_000);
    const round = await stage.guessing();
    for (const [changes, code] of [
      [{ number: '0.5' }, 'amount_too_small'],
      [{ number: '1000.01' }, 'amount_too_large'],
      [{ number: '1.0000001' }, 'field_too_precise'],
      [{ outcome: 3 }, 'field_unknown_choice'],
      [{ round_id: '999999' }, 'not_found'],
      [{ key: '000000' }, 'key_wrong'],
    ] as const) {
      expect(await refused(ann, round, changes), JSON.stringify(changes)).toBe(code);
    }
    const unverified = await stage.bettor('5000', 0);
    expect(await refused(unverified, round, { number: '501' })).toBe('order_limit');
    expect(await refused(await stage.bettor('10'), round)).toBe('insufficient_balance');
    const { database, feed } = stage.app;
    await database.query('update quiz_series set user_cap = 1000, pool_cap = 1000 where id = 1');
    const later = (await stage.app.ok('GET /quiz/rounds', { kind: 'realtime', symbol: 'BTC/USDT' })).list[0];
    expect(later?.user_cap).toBe('2000');
    await stage.bet(ann, round, { number: '1000' });
    await stage.bet(ann, round, { number: '1000' });
    expect(await refused(ann, round, { number: '1' })).toBe('quiz_user_cap');
    await database.query(`update setting set value = '2' where keyword = 'quiz_max_open'`);
    expect(await refused(ann, later ?? round)).toBe('quiz_not_open');
    await database.query(`update setting set value = '0' where keyword = 'quiz_max_open'`);
    expect(await refused(bob, round)).toBe('too_many_orders');
    await database.query(`update setting set value = '100' where keyword = 'quiz_max_open'`);
    await database.query('update quiz_series set user_cap = 2000, pool_cap = 100000 where id = 1');
    feed.setPrice('BTC/USDT', '60000.00');
    stage.pass(20_000);
    expect(await refused(bob, round)).toBe('stale_price');
    await stage.record(1, 6_000_000);
    await database.query(`update setting set value = 'DE' where keyword = 'quiz_countries'`);
    await database.query('update user_account set mobile = $2 where id = $1', [bob.id, '4915123456789']);
    expect(await refused(bob, round)).toBe('area_unsupported');
    expect(await stage.app.rejection('GET /quiz/permission', {}, { token: bob.token })).toMatchObject({
      error: 'area_unsupported',
    });
    expect(await stage.app.ok('GET /quiz/permission', {}, { token: ann.token })).toEqual({});
    await database.query('update user_account set mobile = null where id = $1', [bob.id]);
    await stage.app.ok('POST /brakes', { excluded_until: stage.app.now() + DAY_MS }, { token: unverified.token });
    expect(await refused(unverified, round, { number: '5' })).toBe('brake_excluded');
  });

  it('is its owner’s alone', async () => {
    stage.pass(600_000);
    await stage.record(1, 6_000_000);
    const bet = await stage.bet(ann, await stage.guessing());
    expect(await stage.app.rejection('GET /quiz/bet', { id: bet.id }, { token: bob.token })).toMatchObject({
      error: 'not_found',
    });
    const { obstacles } = await stage.app.ok('GET /user/closing', {}, { token: ann.token });
    expect(obstacles).toContainEqual(expect.objectContaining({ kind: 'order' }));
  });
});

describe('rounds', () => {
  it('are created once for each time, and not while their market is closed; those without bets go after a week', async () => {
    stage.pass(9 * DAY_MS);
    await stage.record(1, 6_000_000);
    await stage.schedule();
    await stage.schedule();
    const { database } = stage.app;
    const [twice] = await database.query(
      'select 1 as one from quiz_round where series_id is not null group by series_id, closes_at having count(*) > 1',
    );
    expect(twice).toBeUndefined();
    await stage.settle();
    await stage.schedule();
    const [old] = await database.query<{ count: number }>(
      `select count(*)::int as count from quiz_round where bets = 0 and decides_at < $1`,
      [new Date(stage.app.now() - 8 * DAY_MS)],
    );
    expect(old?.count).toBe(0);
    const [kept] = await database.query<{ count: number }>(
      'select count(*)::int as count from quiz_round where bets > 0',
    );
    expect(kept?.count).toBeGreaterThan(5);
    await database.query('update quiz_series set open = false where id = 3');
    expect((await stage.app.ok('GET /quiz/terms', {})).list.map(({ id }) => id)).toEqual([1, 2, 4]);
  });
});

describe('the command line', () => {
  it('changes series and limits with a reason, for later rounds', async () => {
    const lines: string[] = [];
    const run = (...args: string[]) =>
      runCommand(args, {
        database: stage.app.database,
        queues: [],
        commands: stage.app.ports.staffCommands(),
        now: stage.app.now,
        print: (line) => void lines.push(line),
        readPassword: async () => '',
        readUpload: async () => null,
      });
    await run('quiz-series', '4', 'offsets=-0.02,0,0.02', 'rake=0.01', '--why', 'wider');
    await run('quiz-limits', 'countries=us ca', 'max_open=50', '--why', 'as told');
    lines.length = 0;
    await run('quiz');
    expect(lines.join('\n')).toContain('offsets -0.02 0 0.02');
    expect(lines.join('\n')).toContain('US CA');
    await expect(run('quiz-series', '4', 'offsets=0.02,0', '--why', 'x')).rejects.toMatchObject({
      code: 'invalid_field',
    });
    await expect(run('quiz-series', '1', 'offsets=0,0.1', '--why', 'x')).rejects.toMatchObject({
      code: 'invalid_field',
    });
    await expect(run('quiz-series', '4', 'rake=0.3', '--why', 'x')).rejects.toThrow('rake is not valid');
    await expect(run('quiz-series', '4', 'max_number=0.5', '--why', 'x')).rejects.toMatchObject({
      code: 'field_too_small',
    });
    await expect(run('quiz-series', '9', 'open=0', '--why', 'x')).rejects.toMatchObject({ code: 'not_found' });
    const support = await signInStaff(stage.app, 'support');
    const seen = await stage.app.ok('GET /staff/quiz', {}, { token: support.token });
    expect(seen).toMatchObject({ countries: ['US', 'CA'], max_open: 50 });
    expect(
      await stage.app.rejection('POST /staff/quiz/series', { id: 1, reason: 'x' }, { token: support.token }),
    ).toMatchObject({
      error: 'forbidden',
    });
  });
});

describe('live', () => {
  it('sends the pools of a kind to guests too, once they change, and nothing without listeners', async () => {
    stage.pass(600_000);
    await stage.record(1, 6_000_000);
    const round = await stage.guessing();
    const [topic] = stage.app.ports.liveTopics().filter(({ kind }) => kind === 'quiz');
    let woken = 0;
    const source = topic?.open('realtime', { wake: () => void woken++, listeners: () => 1 });
    expect(topic?.open('weekly', { wake: () => undefined, listeners: () => 0 })).toBeNull();
    const turn = () => stage.jobs.turn('quiz-live');
    await turn();
    expect(woken).toBe(1);
    expect(source?.next()?.get(round.id)).toBe(JSON.stringify([round.id, 0, ['0', '0']]));
    await turn();
    expect([woken, source?.next()]).toEqual([1, null]);
    await stage.bet(await stage.bettor(), round, { number: '12.5' });
    await turn();
    expect(source?.next()?.get(round.id)).toBe(JSON.stringify([round.id, 1, ['12.5', '0']]));
    expect(source?.first()?.has(round.id)).toBe(true);
    // Once it has ended it is not live any more.
    stage.pass(round.decides_at + 1_000 - stage.app.now());
    await turn();
    expect(source?.first()?.has(round.id) ?? false).toBe(false);
    source?.close?.();
    await turn();
    await stage.record(1, 6_000_000);
    await stage.settle();
  });
});
