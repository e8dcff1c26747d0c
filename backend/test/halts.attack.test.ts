import { averagedHour } from '@tessera/api/invest/rules';
import { dualFault } from '@tessera/api/invest/verify';
import { settlementFault } from '@tessera/api/options/verify';
import { REALTIME_MS } from '@tessera/api/quiz/rules';
import { roundFault } from '@tessera/api/quiz/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger, userBalance } from '../src/platform/ledger/index.ts';
import { firstFault } from '../src/platform/market/tick-store.ts';
import { createInvestStage, type InvestStage } from './invest-stage.ts';
import { walk } from './market-walk.ts';
import { BTC, createOptionStage, type OptionStage } from './option-stage.ts';
import { createQuizStage, type QuizStage } from './quiz-stage.ts';
import { signInStaff } from './staff-people.ts';
import type { TestApp } from './test-app.ts';

/*
 * One member halts an instrument while what a friend has on it is about to lose: it settles by the index, which is
 * recorded on, as if the member had done nothing.
 */

const MINUTE = 60_000;

const halt = async (app: TestApp) =>
  app.ok(
    'POST /staff/instruments/halt',
    { symbol: BTC, reason: 'a friend asked for it' },
    { token: (await signInStaff(app, 'duty')).token },
  );
async function resume(app: TestApp): Promise<void> {
  const { token } = await signInStaff(app, 'treasury');
  await app.ok('POST /staff/instruments/resume', { symbol: BTC, reason: 'looked at' }, { token });
}

/** Signs what was recorded. */
async function sign({ app, jobs }: Pick<OptionStage, 'app' | 'jobs'>, price: string): Promise<void> {
  app.advance(MINUTE);
  await walk(app, 1, () => price);
  expect(await jobs.turn('market-minute')).toBe('done');
}

describe('a member who halts the instrument', () => {
  let options: OptionStage;
  let quiz: QuizStage;
  let app: TestApp;
  beforeAll(async () => {
    options = await createOptionStage();
    app = options.app;
    quiz = await createQuizStage(app);
    await walk(app, 5, () => '60000');
  });
  afterAll(async () => {
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await quiz.close();
  });

  it('gives no option back that is about to lose', async () => {
    const ann = await options.trader();
    await walk(app, 1, () => '60000');
    const option = await options.open(ann);
    await walk(app, 8, () => '60000');
    await options.settle();
    await halt(app);
    app.advance(option.sell_time - app.now() - 8_000);
    await walk(app, 45, (step) => String(59_990 - step));
    expect(app.market.holds()).toBe(true);
    await options.settle();
    expect(await app.ok('GET /microtrade/get_result', { id: option.id }, { token: ann.token })).toMatchObject({
      status: 'settled',
      result: 'lost',
    });
    expect(await userBalance(app.database, ann.id, 'micro', 'USDT')).toBe('9900');
    await sign(quiz, '59950');
    expect(await options.jobs.turn('options-keep')).toBe('done');
    const proof = await app.ok('GET /microtrade/proof', { id: option.id }, { token: ann.token });
    expect(await settlementFault(proof, proof.record?.key)).toBeNull();
    await resume(app);
  });

  it('voids no round', async () => {
    const [ann, bob] = [await quiz.bettor(), await quiz.bettor()];
    // Of the market's own steps alone.
    app.advance(REALTIME_MS - (app.now() % REALTIME_MS) + 1_000);
    await walk(app, 1, () => '60000');
    const round = await quiz.guessing();
    await quiz.bet(ann, round, { outcome: 1 });
    await quiz.bet(bob, round, { outcome: 2 });
    app.advance(round.closes_at - app.now());
    await walk(app, 10, () => '60000');
    await quiz.settle();
    await halt(app);
    app.advance(round.decides_at - app.now() - 8_000);
    await walk(app, 45, (step) => String(59_990 - step));
    await quiz.settle();
    expect(await quiz.round(round.id)).toMatchObject({ state: 'over', outcome: 2 });
    expect(await userBalance(app.database, ann.id, 'change', 'USDT')).toBe('9900');
    await sign(quiz, '59950');
    expect(await quiz.jobs.turn('quiz-keep')).toBe('done');
    const proof = await app.ok('GET /quiz/proof', { id: round.id });
    expect(await roundFault(proof, proof.record?.key)).toBeNull();
    await resume(app);
  });

  it('changes nothing else: no bar, no quote, no price to trade at; the record is whole, and trading goes on after it', async () => {
    await walk(app, 5, () => '60000');
    const before = await app.database.query('select max(until) as until from market_bar where span = $1', ['1m']);
    await halt(app);
    app.advance(MINUTE);
    const from = app.now();
    await walk(app, 10, () => '61000');
    await sign(quiz, '61000');
    expect(await app.database.query('select max(until) as until from market_bar where span = $1', ['1m'])).not.toEqual(
      before,
    );
    const bars = await app.database.query<{ opening: number }>(
      `select b.opening from market_bar b join market_symbol s on s.id = b.symbol_id
        where s.symbol = $1 and b.span = '1m' and b.until > $2`,
      [BTC, new Date(from)],
    );
    expect(bars).toEqual([]);
    await resume(app);
    await walk(app, 5, () => '61000');
    await sign(quiz, '61000');
    expect(await firstFault(app.database, BTC, 0, app.now())).toBeNull();
  });
});

describe('a member who halts amid the hour of a dual order', () => {
  let stage: InvestStage;
  beforeAll(async () => {
    stage = await createInvestStage();
  });
  afterAll(async () => {
    expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await stage.close();
  });

  it('neither gives it back nor chooses which prices count', { timeout: 120_000 }, async () => {
    const { app } = stage;
    app.feed.setPrice(BTC, '60000');
    const ann = await stage.investor();
    const id = await stage.product({ section: 'blockchain', side: 'buy_low', other_currency: 'BTC', price: '59000' });
    await walk(app, 1, () => '60000');
    const order = await stage.buy(ann, id, 10);
    const [from] = averagedHour(order.matures_at ?? 0);
    await stage.until(from - 5_000);
    const every = 4_990;
    // Two minutes and some at a price that pays in USDT, the rest of the hour at one that pays in BTC.
    await walk(app, 30, () => '60000', { every });
    await halt(app);
    await walk(app, 695, () => '58000', { every });
    await sign(stage, '58000');
    for (let run = 0; run < 3; run++) expect(await stage.jobs.turn('market-minute')).toBe('done');
    await stage.until(app.now());
    await stage.run('invest-settle');
    const settled = await stage.order(ann, order.id);
    expect(settled).toMatchObject({ status: 'completed', paid_currency: 'BTC' });
    expect(Number(settled.settlement_price)).toBeLessThan(58_200);
    const proof = await app.ok('GET /dual/proof', { id: order.id }, { token: ann.token });
    const spans = [];
    const heads = [];
    let key = '';
    for (let at = from; at < (order.matures_at ?? 0); at += 600_000) {
      const span = await app.ok('GET /market/ticks', { symbol: BTC, from: at, to: at + 600_000 });
      spans.push(span);
      for (const end of [span.start.at ?? 0, span.end.at ?? 0]) {
        const signed = await app.ok('GET /market/heads', { from: end, to: end, limit: 1 });
        heads.push(...signed.list);
        key = signed.key;
      }
    }
    expect(await dualFault({ ...proof, record: { spans, heads, key } }, key)).toBeNull();
  });
});
