import { cmp, mul } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';
import { encodeStep } from '../../platform/market/steps.ts';
import { SET } from './index.ts';
import { changeOf, judge, type Seen } from './judge.ts';
import { BATCH, TOLD_AN_HOUR } from './judge-job.ts';
import type { JudgedAlert } from './store.ts';

const alertOf = (changes: Partial<JudgedAlert> = {}): JudgedAlert => ({
  id: '1',
  userId: '1',
  symbol: 'BTC/USDT',
  kind: 'price',
  direction: 'above',
  level: '100',
  repeats: false,
  pause_minutes: 1,
  status: 'active',
  created_at: 0,
  since: 0,
  told_at: null,
  told_level: null,
  armed: true,
  ...changes,
});
const ticksOf = (prices: readonly number[], every = 1_000): Seen[] =>
  prices.map((price, index) => ({ number: index + 1, at: (index + 1) * every, last: String(price) }));
const none = () => null;

describe('judging', () => {
  it('tells once, at the first tick at the level or beyond it', () => {
    const { alert, told } = judge(alertOf(), ticksOf([99, 100, 101, 98, 102]), none);
    expect(told.map(({ tick }) => tick.number)).toEqual([2]);
    expect(alert).toMatchObject({ status: 'done', told_level: '100' });
  });

  it('tells again after the price was on the other side and its pause is over', () => {
    const prices = [101, 99, 101, 99, 101, 99, 101];
    const { told } = judge(alertOf({ repeats: true }), ticksOf(prices, 25_000), none);
    expect(told.map(({ tick }) => tick.number)).toEqual([1, 5]);
    // Without a return to the other side it is one message, however long it lasts.
    expect(judge(alertOf({ repeats: true }), ticksOf([101, 102, 103], 600_000), none).told).toHaveLength(1);
  });

  it('leaves out what was before it was set, and compares a change with the price of a day before', () => {
    expect(judge(alertOf({ since: 2_000 }), ticksOf([101, 101, 99]), none).told).toEqual([]);
    const fall = alertOf({ kind: 'change', direction: 'below', level: '-5' });
    expect(judge(fall, ticksOf([96, 95, 90]), () => '100').told.map(({ value }) => value)).toEqual(['-5']);
    expect(judge(fall, ticksOf([1]), none).told).toEqual([]);
    expect(changeOf('103.5', '100')).toBe('3.5');
  });

  it('has the same outcome however the record is cut into runs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 90, max: 110 }), { maxLength: 40 }),
        fc.nat(40),
        fc.boolean(),
        fc.constantFrom('above' as const, 'below' as const),
        (prices, cut, repeats, direction) => {
          const ticks = ticksOf(prices, 20_000);
          const whole = judge(alertOf({ repeats, direction }), ticks, none);
          const first = judge(alertOf({ repeats, direction }), ticks.slice(0, cut), none);
          const second = judge(first.alert, ticks.slice(cut), none);
          expect([...first.told, ...second.told].map(({ tick }) => tick.number)).toEqual(
            whole.told.map(({ tick }) => tick.number),
          );
          for (const { tick } of whole.told)
            expect(cmp(tick.last, '100') * (direction === 'above' ? 1 : -1)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('alerts', () => {
  const SYMBOL = 'BTC/USDT';
  let app: TestApp;
  let ann: Person;
  let ben: Person;
  let sequence = 1_000_000;
  let number = 0;
  beforeAll(async () => {
    app = await createTestApp();
    [ann, ben] = [await signUp(app), await signUp(app)];
    await app.database.query(`insert into market_symbol (symbol) values ($1) on conflict do nothing`, [SYMBOL]);
  });
  afterAll(() => app.close());
  beforeEach(() => app.feed.setPrice(SYMBOL, '60000'));

  /** Records a tick, as the market does. */
  async function record(price: number): Promise<void> {
    app.advance(1_000);
    number++;
    sequence++;
    const [row] = await app.database.query<{ id: number }>('select id from market_symbol where symbol = $1', [SYMBOL]);
    const at = app.now();
    const cents = price * 100;
    const tick = { at, bid: cents, ask: cents, last: cents, high: cents, low: cents, lots: 1, index: cents };
    await app.database.query('insert into market_step (sequence, at, ticks) values ($1, $2, $3)', [
      sequence,
      new Date(at),
      encodeStep(at, [{ id: Number(row?.id), number, tick }]),
    ]);
  }
  const set = (input: object, person = ann, key: string = crypto.randomUUID()) =>
    app.call(
      'POST /alerts/set',
      { symbol: SYMBOL, kind: 'price', direction: 'above', repeats: false, ...input } as never,
      {
        token: person.token,
        idempotencyKey: key,
      },
    );
  const list = async (person = ann) => (await app.ok('GET /alerts/list', {}, { token: person.token })).list;
  const messages = async (person = ann) =>
    (await app.ok('GET /mailMessage/getList', {}, { token: person.token })).list.map(({ title }) => title);

  it('tells once on two nodes, over realtime and in the message centre, by the record', async () => {
    const [one, two] = [recurringJobsOf(app), recurringJobsOf(app, { holder: 'other' })];
    await record(60_000);
    await one.turn('alerts');
    expect(await set({ level: '61000' })).toMatchObject({ type: 'ok' });
    const kinds: string[] = [];
    const stop = app.accountEvents.listen((userId, { kind }) => userId === ann.id && kinds.push(kind));
    await record(60_500);
    // Only for a moment, and gone before anything looked.
    await record(61_200);
    await record(60_400);
    await Promise.all([one.turn('alerts'), two.turn('alerts')]);
    await one.turn('alerts');
    stop();
    expect((await messages()).filter((title) => title.startsWith('BTC'))).toEqual(['BTC/USDT rose to 61,200']);
    expect(kinds.filter((kind) => kind === 'alert')).toHaveLength(1);
    expect((await list())[0]).toMatchObject({ status: 'done', told_level: '61200' });
    expect((await messages(ben)).filter((title) => title.startsWith('BTC'))).toEqual([]);
    await Promise.all([one.stop(), two.stop()]);
  });

  it.each([-1, 1])(
    'counts from and tells at the time of the market, with a process clock %i days off',
    async (days) => {
      const jobs = recurringJobsOf(app, { holder: `clock ${days}` });
      await record(60_000);
      await jobs.turn('alerts');
      const wrong = vi.spyOn(Date, 'now').mockReturnValue(app.now() + days * 86_400_000);
      try {
        expect(await set({ level: '62000' })).toMatchObject({ type: 'ok' });
        await record(61_999);
        await jobs.turn('alerts');
        expect((await list())[0]).toMatchObject({ level: '62000', status: 'active', told_at: null });
        await record(62_000);
        await jobs.turn('alerts');
        expect((await list())[0]).toMatchObject({ level: '62000', status: 'done', told_at: app.now() });
      } finally {
        wrong.mockRestore();
        await jobs.stop();
      }
    },
  );

  it('is one under one key, is changed and deleted by its owner alone, and begins anew with a change', async () => {
    const key = crypto.randomUUID();
    const [first, again] = [await set({ level: '65000' }, ben, key), await set({ level: '65000' }, ben, key)];
    expect(again).toEqual(first);
    const [alert] = await list(ben);
    const terms = { id: alert?.id, kind: 'price', direction: 'below', level: '50000', repeats: true, pause_minutes: 5 };
    const change = (person: Person) => app.call('PUT /alerts/set', terms as never, { token: person.token });
    expect(await change(ann)).toMatchObject({ error: 'not_found' });
    expect(await change(ben)).toMatchObject({ message: { direction: 'below', level: '50000', repeats: true } });
    const remove = (person: Person) =>
      app.call('POST /alerts/remove', { id: alert?.id ?? '' }, { token: person.token });
    expect(await remove(ann)).toMatchObject({ error: 'not_found' });
    expect(await remove(ben)).toMatchObject({ type: 'ok' });
    expect(await list(ben)).toEqual([]);
  });

  it('refuses what is reached, unknown, off its step or beyond the limit, also where all are set at once', async () => {
    expect(await set({ level: '59000' })).toMatchObject({ error: 'alert_reached' });
    expect(await set({ level: '61000.001' })).toMatchObject({ error: 'price_off_tick' });
    expect(await set({ level: '-1' })).toMatchObject({ type: 'error' });
    expect(await set({ symbol: 'NONE/USDT', level: '1' })).toMatchObject({ error: 'instrument_unknown' });
    const before = (await list()).length;
    const all = await Promise.all(
      Array.from({ length: 55 }, (_, index) => set({ level: mul('70000', String(index + 1)) })),
    );
    expect(all.filter(({ type }) => type === 'ok')).toHaveLength(50 - before);
    expect(all.some((each) => (each as { error?: string }).error === 'too_many_alerts')).toBe(true);
  });

  it('are set and changed so often an hour, so that none leaves keys without end or tells without a pause', async () => {
    const eve = await signUp(app);
    const [{ most = 0 } = {}] = SET;
    const terms = { kind: 'price', direction: 'above', level: '65000', repeats: false, pause_minutes: 1 } as const;
    expect(await set({ level: '65000' }, eve)).toMatchObject({ type: 'ok' });
    const [alert] = await list(eve);
    for (let times = 2; times < most; times++)
      await countAttempt(app.database, { scope: 'alert', subject: eve.id, windows: SET, now: app.now() });
    const change = () => app.call('PUT /alerts/set', { id: alert?.id, ...terms } as never, { token: eve.token });
    expect(await change()).toMatchObject({ type: 'ok' });
    await expect(change()).rejects.toThrow('rate_limited');
    await expect(set({ level: '66000' }, eve)).rejects.toThrow('rate_limited');
    app.advance(3_600_001);
    expect(await change()).toMatchObject({ type: 'ok' });
  });

  it('of many accounts, as an attacker may have, stop no alert of another user', async () => {
    const jobs = recurringJobsOf(app, { holder: 'crowd' });
    await record(60_000);
    await jobs.turn('alerts');
    await app.database.query(
      `insert into price_alert (user_id, symbol, kind, direction, level, repeats, pause_minutes, status, armed, created_at,
                                since)
       select $1, $2, 'price', 'above', 1000000, false, 1, 'active', true, $3, $3 from generate_series(1, 150000)`,
      [ann.id, SYMBOL, new Date(app.now())],
    );
    expect(await set({ level: '64000' }, ben)).toMatchObject({ type: 'ok' });
    await record(64_000);
    expect(await jobs.turn('alerts')).toBe('done');
    await app.database.query('delete from price_alert where user_id = $1 and level = 1000000', [ann.id]);
    expect(await list(ben)).toMatchObject([{ level: '64000', status: 'done' }]);
    await jobs.stop();
  });

  describe('of a crowd', () => {
    /** Alerts of users, at one level. */
    const insert = (userId: string, level: number, count: number, repeats = false) =>
      app.database.query(
        `insert into price_alert (user_id, symbol, kind, direction, level, repeats, pause_minutes, status, armed, created_at,
                                  since)
         select $1, $2, 'price', 'above', $3, $6, 1, 'active', true, $4, $4 from generate_series(1, $5)`,
        [userId, SYMBOL, level, new Date(app.now()), count, repeats],
      );
    const told = (userId: string) =>
      app.database.query<{ id: string; at: number }>(
        `select id, at from user_message where user_id = $1 and kind = 'alert_price_above' and named ->> 'level' = '66000'
          order by id`,
        [userId],
      );

    it('at one level make that of another user no later than by one transaction, and are no flood', async () => {
      const jobs = recurringJobsOf(app, { holder: 'level' });
      const crowd = [await signUp(app), await signUp(app)];
      const cara = await signUp(app);
      await record(60_000);
      await jobs.turn('alerts');
      for (const { id } of crowd) await insert(id, 66_000, 300);
      expect(await set({ level: '66000' }, cara)).toMatchObject({ type: 'ok' });
      await record(66_000);
      expect(await jobs.turn('alerts')).toBe('done');
      const [own, ...others] = [await told(cara.id), await told(crowd[0]?.id ?? ''), await told(crowd[1]?.id ?? '')];
      const before = others.flat().filter(({ id }) => Number(id) < Number(own[0]?.id));
      expect([own.length, before.length < BATCH]).toEqual([1, true]);
      // Each was reached; so many say so in a message.
      expect(others.map(({ length }) => length)).toEqual([TOLD_AN_HOUR, TOLD_AN_HOUR]);
      const [row] = await app.database.query<{ count: number }>(
        `select count(*)::int from price_alert where user_id = any($1) and status = 'done' and told_level = 66000`,
        [crowd.map(({ id }) => id)],
      );
      expect(row?.count).toBe(600);
      app.advance(3_600_000);
      await insert(crowd[0]?.id ?? '', 66_000, 1);
      await record(66_000);
      await jobs.turn('alerts');
      expect(await told(crowd[0]?.id ?? '')).toHaveLength(TOLD_AN_HOUR + 1);
      await jobs.stop();
    });

    it('that no price reaches are neither locked nor judged', async () => {
      const jobs = recurringJobsOf(app, { holder: 'far' });
      await record(60_000);
      await jobs.turn('alerts');
      await insert(ann.id, 900_000, 20);
      expect(await set({ level: '67000' }, ben)).toMatchObject({ type: 'ok' });
      await record(67_000);
      const held = await app.database.transaction(async (tx) => {
        await tx.query('select from price_alert where level = 900000 for update');
        return jobs.turn('alerts');
      });
      expect(held).toBe('done');
      expect((await list(ben))[0]).toMatchObject({ level: '67000', status: 'done' });
      await app.database.query('delete from price_alert where level = 900000');
      await jobs.stop();
    });

    it('that repeat tell again after the other side and their pause, from run to run', async () => {
      const jobs = recurringJobsOf(app, { holder: 'again' });
      const dora = await signUp(app);
      await record(60_000);
      await jobs.turn('alerts');
      await insert(dora.id, 66_000, 1, true);
      for (const price of [66_100, 65_000, 66_200, 66_300]) {
        await record(price);
        await jobs.turn('alerts');
      }
      // Within its pause it tells nothing; it is armed all the same.
      expect(await told(dora.id)).toHaveLength(1);
      app.advance(60_000);
      await record(66_400);
      await jobs.turn('alerts');
      expect(await told(dora.id)).toHaveLength(2);
      await record(66_500);
      await jobs.turn('alerts');
      expect(await told(dora.id)).toHaveLength(2);
      await jobs.stop();
    });
  });
});
