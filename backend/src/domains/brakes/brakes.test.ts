import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { bookResults, heldOf, NOTHING_HELD, requireUnbraked } from './index.ts';

let app: TestApp;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  app = await createTestApp();
  [ann, bob] = [await signUp(app), await signUp(app)];
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const NONE = { value: null, next: null };

const set = (person: Person, change: Record<string, unknown>) =>
  app.ok('POST /brakes', change, { token: person.token });
const read = (person: Person) => app.ok('GET /brakes', {}, { token: person.token });
const held = async (person: Person) => (await heldOf(app.database, [person.id])).get(person.id);
const tryOpen = async (person: Person, multiple: number | null) => {
  const found = await held(person);
  return () => requireUnbraked(found, multiple, app.now());
};

describe('brakes', () => {
  it('are none at first, and another user’s are their own', async () => {
    expect(await read(ann)).toMatchObject({ daily_loss: NONE, max_multiple: NONE, cool_off: NONE, losses: 0 });
    await set(ann, { max_multiple: 5, daily_loss: '100' });
    expect(await read(bob)).toMatchObject({ daily_loss: NONE, max_multiple: NONE });
    expect(await held(bob)).toBeUndefined();
    expect(() => requireUnbraked(undefined, 200, app.now())).not.toThrow();
  });

  it('are tightened at once and loosened after 24 hours', async () => {
    expect(await set(ann, { max_multiple: 3 })).toMatchObject({ max_multiple: { value: 3, next: null } });
    const at = app.now() + 24 * HOUR;
    expect(await set(ann, { max_multiple: 0, cool_off_losses: 2, cool_off_minutes: 60 })).toMatchObject({
      max_multiple: { value: 3, next: { value: null, at } },
      cool_off: { value: { losses: 2, minutes: 60 }, next: null },
      daily_loss: { value: '100', next: null },
    });
    expect(await tryOpen(ann, 4)).toThrow('brake_multiple');
    expect(await tryOpen(ann, 3)).not.toThrow();
    app.advance(24 * HOUR - 1);
    expect(await tryOpen(ann, 4)).toThrow('brake_multiple');
    app.advance(1);
    expect(await tryOpen(ann, 4)).not.toThrow();
    expect(await read(ann)).toMatchObject({ max_multiple: NONE });
  });

  it('take many changes at the same time as one after the other: the tightest of them holds', async () => {
    await Promise.all([9, 4, 7, 5, 8].map((max_multiple) => set(bob, { max_multiple })));
    expect((await read(bob)).max_multiple.value).toBe(4);
  });

  it('name what is missing or too large', async () => {
    const rejection = (change: Record<string, unknown>) => app.rejection('POST /brakes', change, { token: bob.token });
    expect(await rejection({ cool_off_losses: 2 })).toMatchObject({
      error: 'field_required',
      field: 'cool_off_minutes',
    });
    expect(await rejection({ cool_off_minutes: 2 })).toMatchObject({
      error: 'field_required',
      field: 'cool_off_losses',
    });
    expect(await rejection({ excluded_until: app.now() * 2 })).toMatchObject({ error: 'field_too_large' });
    expect(await rejection({ daily_loss: '-1' })).toMatchObject({ field: 'daily_loss' });
  });
});

describe('results', () => {
  test('count in their order, of several users in one statement, and limits that are set later see them', async () => {
    const eve = await signUp(app);
    const at = app.now();
    await app.database.transaction((tx) =>
      bookResults(tx, [
        { userId: eve.id, amount: '-30', outcome: 'lost', at },
        { userId: bob.id, amount: '5', outcome: 'won', at },
        { userId: eve.id, amount: '10', outcome: 'won', at },
        { userId: eve.id, amount: '-60', outcome: 'lost', at },
        { userId: eve.id, amount: '-1', outcome: null, at },
      ]),
    );
    await app.database.transaction((tx) => bookResults(tx, []));
    expect(await set(eve, { daily_loss: '81.5', cool_off_losses: 2, cool_off_minutes: 30 })).toMatchObject({
      result_today: '-81',
      left_today: '0.5',
      losses: 1,
      cooling_until: null,
    });
    await app.database.transaction((tx) => bookResults(tx, [{ userId: eve.id, amount: '-0.5', outcome: 'lost', at }]));
    expect(await tryOpen(eve, null)).toThrow('brake_daily_loss');
    expect(await read(eve)).toMatchObject({ left_today: '0', cooling_until: at + 30 * 60_000 });
    app.advance(24 * HOUR);
    expect(await tryOpen(eve, null)).not.toThrow();
    expect(await read(eve)).toMatchObject({ result_today: '0', left_today: '81.5', losses: 2 });
    expect((await held(bob))?.results).toMatchObject({ result: '5', losses: 0 });
  });

  test('an exclusion holds until its end, and cannot be ended before it is a day old', async () => {
    const dan = await signUp(app);
    await set(dan, { excluded_until: app.now() + 7 * 24 * HOUR });
    expect(await tryOpen(dan, 1)).toThrow('brake_excluded');
    const spending = await app.ok('GET /wallet/spending', { currency: 'USDT' }, { token: dan.token });
    expect(spending).toMatchObject({ kept: null, braked: expect.any(String), order_limit: '500', price: '1' });
    expect(spending.over_limit).toMatch(/500/);
    await set(dan, { excluded_until: 0 });
    expect(await tryOpen(dan, 1)).toThrow('brake_excluded');
    app.advance(24 * HOUR);
    expect(await tryOpen(dan, 1)).not.toThrow();
    expect(NOTHING_HELD.results.losses).toBe(0);
  });
});
