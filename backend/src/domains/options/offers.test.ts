import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { BTC, createOptionStage, type OptionStage, submission } from '../../../test/option-stage.ts';
import type { Person } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { seededRandom } from '../../platform/market/random.ts';
import { indexFields } from '../../platform/market/tick-record.ts';
import { seededCatalogue } from '../instruments/index.ts';
import { changeTerm } from './change.ts';
import { isCalm, movementOf, movesIn } from './movement.ts';
import { refuseCalm } from './offers.ts';
import { watchJob } from './watch.ts';

const MINUTE_STEPS = 300;
const random = seededRandom('movement');
/** A minute of a walk with this deviation of a step, in thousandths of a tick, seen in multiples of `lattice`. */
function minute(deviation: number, lattice = 1, every = 1) {
  let price = 5_000_000;
  let seen = price;
  return Array.from({ length: MINUTE_STEPS }, (_, step) => {
    price += deviation * random.normal();
    if (step % every === 0) seen = Math.round(price / lattice) * lattice;
    return { at: step * 200, ...indexFields(seen) };
  });
}
const movesOf = (prices: Parameters<typeof movementOf>[0], seconds: number) => {
  const movement = movementOf(prices);
  if (!movement) throw new Error('a minute is enough');
  return movesIn(movement, seconds);
};

describe('how much an index moves', () => {
  it('counts in the steps that it passes through, be they of the record or of a venue', () => {
    // Half a tick within half a minute, as USD/HKD: in thousandths of a tick enough, in whole ticks not.
    const half = 500 / Math.sqrt(150);
    expect(movesOf(minute(half), 30)).toBeGreaterThan(25);
    expect(movesOf(minute(half, 1_000), 30)).toBeLessThan(3);
    expect(movesOf(minute(5_000, 1_000), 30)).toBeGreaterThan(25);
    // A source that is heard once a second is not coarse.
    expect(movesOf(minute(5_000, 1, 5), 30)).toBeGreaterThan(25);
    expect(movesOf(minute(0), 600)).toBe(0);
    expect(movementOf(minute(5).slice(0, 20))).toBeNull();
  });

  it('stops a term below 20 steps and sells it again from 25', () => {
    expect([19.9, 20, 24.9, 25].map((moves) => isCalm(moves, false))).toEqual([true, false, false, false]);
    expect([19.9, 20, 24.9, 25].map((moves) => isCalm(moves, true))).toEqual([true, true, true, false]);
  });
});

describe('a term on an instrument', () => {
  let stage: OptionStage;
  let ann: Person;
  beforeAll(async () => {
    stage = await createOptionStage();
    await stage.record(5, 6_000_000);
    ann = await stage.trader({ USDT: '1000000' });
  });
  afterAll(() => stage.close());

  const paused = async () => (await stage.app.ok('GET /microtrade/seconds', {}, {})).paused;
  const offers = async () => expect(await stage.jobs.turn('options-offers')).toBe('done');
  const refusal = async () =>
    (
      await stage.app.rejection('POST /microtrade/submit', submission(stage.match), {
        token: ann.token,
        idempotencyKey: `key-${Math.random()}`,
      })
    ).error;
  const move = (deviation: number, lattice?: number) => {
    const prices = minute(deviation, lattice);
    return stage.record(MINUTE_STEPS, (step) => 6_000_000 + Number(prices[step]?.index ?? 0) - 5_000);
  };

  it('is not sold while its index stands still, says so, and is sold again once it moves', async () => {
    await stage.record(MINUTE_STEPS, 6_000_000);
    await offers();
    const seconds = [30, 60, 120, 300, 600];
    expect(await paused()).toEqual(seconds.map((each) => ({ symbol: BTC, seconds: each, reason: 'calm' })));
    expect(await refusal()).toBe('option_paused');
    // One lively minute among fifteen does not count for the others.
    for (let turn = 0; turn < 4; turn++) {
      await move(100_000);
      await offers();
    }
    expect(await paused()).toEqual([]);
    await stage.record(1, 6_000_000);
    expect((await stage.open(ann, { number: '10' })).status).toBe('open');
  });

  it('of which more options win than chance allows stops, shows its winner, and is sold on once staff have looked', async () => {
    await stage.jobs.turn('options-watch');
    for (let option = 0; option < 40; option++) {
      const opened = await stage.open(ann, { number: '1000', seconds: 30 });
      await stage.enter(6_000_000);
      await stage.expire(opened, 6_000_100);
      await stage.record(1, 6_000_000);
    }
    stage.pass(20_000);
    const { database } = stage.app;
    const results = () => database.query('select id, result, payout from option_order order by id');
    const before = await results();
    expect(await stage.jobs.turn('options-watch')).toBe('done');
    // No result changes by it.
    expect(await results()).toEqual(before);
    expect(await paused()).toEqual([{ symbol: BTC, seconds: 30, reason: 'wins' }]);
    const flags = await database.query<{ subject: string; evidence: number; figures: object }>(
      `select subject, evidence, figures from market_flag where status = 'pending'`,
    );
    expect(flags).toMatchObject([{ subject: `user:${ann.id}`, figures: { options: { edge: 1 } } }]);
    await stage.record(1, 6_000_000);
    await expect(stage.open(ann, { number: '10', seconds: 30 })).rejects.toThrow();
    expect((await stage.open(ann, { number: '10', seconds: 60 })).seconds).toBe(60);

    const treasury = await signInStaff(stage.app, 'treasury');
    const resume = { symbol: BTC, seconds: 30, reason: 'a coincidence' };
    const support = await signInStaff(stage.app, 'support');
    expect((await stage.app.rejection('POST /staff/options/resume', resume, { token: support.token })).error).toBe(
      'forbidden',
    );
    const after = await stage.app.ok('POST /staff/options/resume', resume, { token: treasury.token });
    expect(after.paused).toEqual([]);
    expect((await stage.app.rejection('POST /staff/options/resume', resume, { token: treasury.token })).error).toBe(
      'not_found',
    );
    // The same results do not stop it again.
    await stage.jobs.turn('options-watch');
    expect(await paused()).toEqual([]);
  });

  const win = async () => {
    await stage.record(1, 6_000_000);
    const opened = await stage.open(ann, { number: '1000', seconds: 30 });
    await stage.enter(6_000_000);
    await stage.expire(opened, 6_000_100);
    await stage.record(1, 6_000_000);
  };

  it('is judged later where it cannot be judged now, with all that comes after, and others meanwhile', async () => {
    await stage.jobs.turn('options-watch');
    const { database } = stage.app;
    await database.query(
      `create function refuse() returns trigger language plpgsql as $$
       begin raise 'refused' using errcode = '23514'; end $$`,
    );
    await database.query(
      `create trigger refuse before insert or update on option_watch for each row
         when (new.subject = 'user:${ann.id}') execute function refuse()`,
    );
    const known = () =>
      database.query<{ subject: string; won: string }>(
        `select subject, won from option_watch where subject in ('user:${ann.id}', 'term:${BTC}:30') order by subject`,
      );
    const judged = async () => {
      await win();
      stage.pass(20_000);
      expect(await stage.jobs.turn('options-watch')).toBe('done');
    };
    const [term] = (await known()).filter(({ subject }) => subject.startsWith('term'));
    const [own] = (await known()).filter(({ subject }) => subject.startsWith('user'));
    await judged();
    await judged();
    expect(await known()).toEqual([
      { subject: `term:${BTC}:30`, won: String(Number(term?.won ?? 0) + 2) },
      ...(own ? [own] : []),
    ]);
    await database.query('drop trigger refuse on option_watch');
    await database.query('drop function refuse');
    // Another node, or this one after the pause, tries it.
    await win();
    stage.pass(20_000);
    await database.query(`delete from lease where name = 'options-watch'`);
    const again = recurringJobsOf(stage.app, { clock: () => performance.now() + 3_600_000 });
    expect(await again.turn('options-watch')).toBe('done');
    await again.stop();
    expect(await known()).toEqual([
      { subject: `term:${BTC}:30`, won: String(Number(term?.won ?? 0) + 3) },
      { subject: `user:${ann.id}`, won: String(Number(own?.won ?? 0) + 3) },
    ]);
    expect(await database.query(`select from job_left where job = 'options-watch'`)).toEqual([]);
  });

  it('that was left for long is judged stretch by stretch, each in a transaction of its own, until the node stops', async () => {
    const { database } = stage.app;
    const left = async () =>
      (
        await database.query<{ item: string }>(`select item from job_left where job = 'options-watch' order by item`)
      ).map(({ item }) => (JSON.parse(item) as unknown[]).slice(0, 2));
    const won = () =>
      database.query<{ subject: string; won: number }>(
        `select subject, won::int from option_watch where subject in ('user:${ann.id}', 'term:${BTC}:30') order by subject`,
      );
    await stage.jobs.turn('options-watch');
    const [from] = await database.query<{ reached_at: number }>('select reached_at from option_watch_cursor');
    for (let option = 0; option < 4; option++) {
      await win();
      stage.pass(20 * 60_000);
    }
    await stage.jobs.turn('options-watch');
    // As if all of it had been left.
    await database.query('delete from option_watch');
    const items = [
      ['subject', `user:${ann.id}`],
      ['term', `term:${BTC}:30`],
    ];
    await database.query(
      `insert into job_left (job, item, at) select 'options-watch', i.item, clock_timestamp() from unnest($1::text[]) as i (item)`,
      [items.map((item) => JSON.stringify([...item, from?.reached_at]))],
    );
    const stopping = new AbortController();
    const { signal } = stopping;
    let transactions = 0;
    const fence = async () => {
      transactions++;
      if (transactions === 4) stopping.abort();
    };
    await watchJob({ database, now: stage.app.now }).run(jobRun({ fence, signal }, { signal }));
    expect(transactions).toBe(4);
    // One after the other had two of its turns.
    expect(await won()).toEqual([
      { subject: `term:${BTC}:30`, won: 2 },
      { subject: `user:${ann.id}`, won: 2 },
    ]);
    expect(await left()).toEqual(items);
    await stage.jobs.turn('options-watch');
    expect((await won()).map((row) => row.won)).toEqual([4, 4]);
    expect(await left()).toEqual([]);
  });

  it('is not listed where a calm hour has fewer than 20 steps for it, with both figures', async () => {
    const instrument = seededCatalogue.instruments.find(({ symbol }) => symbol === 'USD/HKD');
    if (!instrument) throw new Error('USD/HKD is not listed');
    const simulated = { source: 'simulated' } as const;
    const judged = (tick: string, trades: typeof instrument.trades = instrument.trades) =>
      stage.app.database.transaction((tx) => refuseCalm(tx, { ...instrument, tick, trades }, simulated));
    await expect(judged('0.0001')).resolves.toBeUndefined();
    await expect(judged('0.001')).rejects.toMatchObject({
      code: 'option_calm',
      params: { seconds: 30, least: 20, moves: expect.stringMatching(/^\d\.\d$/) },
    });
    await expect(judged('0.001', ['lever'])).resolves.toBeUndefined();
  });

  it('is paused as it opens where a calm hour has fewer than 20 steps for it, and only there', async () => {
    const { database } = stage.app;
    // As fine as it is listed, and ten times coarser.
    const listed = ['USD/HKD', BTC].map((symbol) => {
      const found = seededCatalogue.instruments.find((instrument) => instrument.symbol === symbol);
      if (!found) throw new Error(`${symbol} is not listed`);
      return symbol === BTC ? found : { ...found, tick: String(Number(found.tick) * 10) };
    });
    const offers = {
      catalogue: { ...seededCatalogue, instruments: listed },
      feed: { source: 'simulated' },
    } as const;
    const change = { seconds: 10, profit_ratio: '0.8', min_number: '5', max_number: '50', reason: 'a short one' };
    const treasury = await signInStaff(stage.app, 'treasury');
    const by = { staffId: treasury.id, at: stage.app.now() };
    const calm = () => database.query(`select symbol from option_pause where seconds = 10 and kind = 'calm'`);
    await changeTerm(database, change, by, offers);
    expect(await calm()).toEqual([{ symbol: 'USD/HKD' }]);
    // Where it was open already, what the job has measured since stays.
    await database.query('delete from option_pause where seconds = 10');
    await changeTerm(database, { seconds: 10, max_number: '60', reason: 'more' }, by, offers);
    expect(await calm()).toEqual([]);
    await changeTerm(database, { seconds: 10, open: false, reason: 'enough' }, by, offers);
  });

  it('is listed on every instrument of the catalogue that has options', async () => {
    for (const instrument of seededCatalogue.instruments) {
      await stage.app.database.transaction((tx) => refuseCalm(tx, instrument, { source: 'simulated' }));
    }
  });
});
