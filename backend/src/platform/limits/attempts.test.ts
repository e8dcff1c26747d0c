import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { connectTo } from '../../../test/test-database.ts';
import { countAttempt, forgetAttempts, requireAttempt, uncountAttempt, type Window } from './attempts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => app.database.query('truncate counted_attempt'));
afterAll(() => app.close());

const count = (windows: readonly Window[], subject = 'ann', scope = 'code') =>
  countAttempt(app.database, { scope, subject, windows, now: app.now() });

const rows = () => app.database.query('select taken from counted_attempt');

describe('attempts', () => {
  it('are allowed up to the limit, and again as soon as the oldest leaves the window', async () => {
    const windows = [{ most: 2, within: MINUTE }];
    expect(await count(windows)).toMatchObject({ allowed: true });
    app.advance(20 * SECOND);
    expect(await count(windows)).toMatchObject({ allowed: true });
    app.advance(10 * SECOND);
    expect(await count(windows)).toEqual({ allowed: false, retryAfter: 30 * SECOND });
    app.advance(30 * SECOND);
    expect(await count(windows)).toMatchObject({ allowed: true });
    expect(await count(windows)).toEqual({ allowed: false, retryAfter: 20 * SECOND });
  });

  it('keep to every window: delays grow, and a day has its number', async () => {
    const windows = [
      { most: 1, within: MINUTE },
      { most: 3, within: HOUR },
      { most: 5, within: DAY },
    ];
    const began = app.now();
    const at: number[] = [];
    while (at.length < 6) {
      const attempt = await count(windows);
      if (attempt.allowed) at.push((app.now() - began) / MINUTE);
      else app.advance(attempt.retryAfter);
    }
    expect(at).toEqual([0, 1, 2, 60, 61, 24 * 60]);
  });

  it('that are turned away do not count, and grow no row', async () => {
    for (let tries = 0; tries < 20; tries += 1) await count([{ most: 3, within: MINUTE }]);
    const [row] = await rows();
    expect(row?.taken).toHaveLength(3);
    app.advance(MINUTE);
    expect(await count([{ most: 3, within: MINUTE }])).toMatchObject({ allowed: true });
    expect((await rows())[0]?.taken).toHaveLength(1);
  });

  it('at once, over two nodes, are exactly as many as the limit', async () => {
    const other = connectTo(app.database);
    const request = { scope: 'login', subject: 'ann', windows: [{ most: 7, within: MINUTE }], now: app.now() };
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => countAttempt(index % 2 ? other : app.database, request)),
    );
    await other.close();
    expect(outcomes.filter(({ allowed }) => allowed)).toHaveLength(7);
    for (const outcome of outcomes) if (!outcome.allowed) expect(outcome.retryAfter).toBeGreaterThan(0);
  });

  it('of others, and of other kinds, are counted apart', async () => {
    const windows = [{ most: 1, within: MINUTE }];
    expect((await count(windows)).allowed).toBe(true);
    expect((await count(windows, 'ben')).allowed).toBe(true);
    expect((await count(windows, 'ann', 'login')).allowed).toBe(true);
    expect((await count(windows)).allowed).toBe(false);
  });

  it('are taken back one at a time, or forgotten', async () => {
    const windows = [{ most: 2, within: MINUTE }];
    const ann = { scope: 'code', subject: 'ann' };
    const at = app.now();
    await count(windows);
    await count(windows);
    await uncountAttempt(app.database, { ...ann, at });
    expect((await rows())[0]?.taken).toHaveLength(1);
    await uncountAttempt(app.database, { ...ann, at: at + 1 });
    expect((await count(windows)).allowed).toBe(true);
    expect((await count(windows)).allowed).toBe(false);
    await forgetAttempts(app.database, ann);
    expect((await count(windows)).allowed).toBe(true);
  });

  it('too many reject with the seconds to wait', async () => {
    const request = { scope: 'code', subject: 'ann', windows: [{ most: 1, within: MINUTE }], now: app.now() };
    await requireAttempt(app.database, request);
    await expect(requireAttempt(app.database, { ...request, now: request.now + 1_500 })).rejects.toMatchObject({
      code: 'rate_limited',
      params: { seconds: 59 },
    });
  });

  it('store no names, and are deleted when they are over', async () => {
    await count([{ most: 1, within: HOUR }], 'ann@example.com');
    await count([{ most: 1, within: MINUTE }], 'ben@example.com');
    expect(JSON.stringify(await app.database.query('select c::text from counted_attempt c'))).not.toContain('example');
    app.advance(2 * MINUTE);
    const jobs = recurringJobsOf(app);
    expect(await jobs.turn('attempts-clean-up')).toBe('done');
    expect(await rows()).toHaveLength(1);
    await jobs.stop();
  });
});
