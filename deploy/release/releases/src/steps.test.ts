import { beforeEach, describe, expect, test } from 'vitest';
import { releaseStateSchema, slotOf } from './state.ts';
import { OPEN_GATE, type TestReleases, testReleases } from './testing.ts';

const MINUTE = 60_000;
const audit = { who: 'ann', why: 'new draw' };
const ops = { who: 'olga', why: 'look first' };
const candidate = { name: 'markets', version: '1.0.1' };
const STEPS = [
  { percent: 25, after: 10 },
  { percent: 100, after: 30 },
];

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases(OPEN_GATE);
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
  await release.service.promote({ name: 'markets', version: '1.0.0' }, audit);
});

const ramp = (percent = 5, steps = STEPS) => release.service.ramp(candidate, percent, audit, steps);
const step = () => release.service.takeStep('markets', {});
const slot = async () => slotOf((await release.service.latest())?.state, 'markets');
const refused = (doing: Promise<unknown>, code: string) => expect(doing).rejects.toMatchObject({ code });
const pass = (minutes: number) => {
  release.clock.now += minutes * MINUTE;
};

test('a ramp goes its steps, each after its time, in the name of who planned it, and ends as the stable version', async () => {
  const first = await ramp();
  expect(first.changes).toEqual([{ name: 'markets', from: '1.0.0', to: '1.0.0, 1.0.1 at 5 %, then 25 %, 100 %' }]);
  expect(releaseStateSchema.parse(first.state)).toEqual(first.state);
  pass(9.99);
  await refused(step(), 'no_steps');
  pass(0.01);
  const second = await step();
  expect(second).toMatchObject({
    kind: 'ramp',
    ...audit,
    changes: [{ from: '1.0.0, 1.0.1 at 5 %, then 25 %, 100 %', to: '1.0.0, 1.0.1 at 25 %, then 100 %' }],
  });
  // The same clients and more: the salt stays.
  expect(slotOf(second.state, 'markets')?.ramp?.salt).toBe(slotOf(first.state, 'markets')?.ramp?.salt);
  await refused(step(), 'no_steps');
  pass(30);
  expect(await step()).toMatchObject({ kind: 'promote', ...audit });
  expect(await slot()).toEqual({ name: 'markets', stable: '1.0.1', previous: '1.0.0' });
  await refused(step(), 'no_steps');
});

test('steps that end below all clients leave the ramp there', async () => {
  await ramp(5, [{ percent: 25, after: 10 }]);
  pass(10);
  await step();
  expect((await slot())?.ramp).toMatchObject({ version: '1.0.1', weight: 2_500 });
  expect((await slot())?.ramp).not.toHaveProperty('steps');
});

test('a step that was late gives the next one its whole time', async () => {
  await ramp();
  pass(500);
  await step();
  await refused(step(), 'no_steps');
  pass(30);
  expect((await step()).kind).toBe('promote');
});

test('held steps wait, and go on with the time that was left', async () => {
  await ramp();
  pass(4);
  expect((await release.service.holdSteps('markets', ops)).changes[0]?.to).toBe(
    '1.0.0, 1.0.1 at 5 %, held before 25 %, 100 %',
  );
  await refused(release.service.holdSteps('markets', ops), 'already_live');
  pass(100);
  await refused(step(), 'no_steps');
  await release.service.resumeSteps('markets', ops);
  await refused(release.service.resumeSteps('markets', ops), 'already_live');
  pass(5.99);
  await refused(step(), 'no_steps');
  pass(0.01);
  expect(await step()).toMatchObject(audit);
});

describe('steps end', () => {
  test.each([
    ['by another percentage', () => release.service.ramp(candidate, 10, ops)],
    ['by a promotion', () => release.service.promote(candidate, ops)],
    ['by a rollback', () => release.service.rollback('markets', ops)],
    ['by a halt', () => release.service.halt('markets', ops)],
  ])('%s', async (_, change) => {
    await ramp();
    await change();
    expect((await slot())?.ramp?.steps).toBeUndefined();
    pass(60);
    await refused(step(), 'no_steps');
  });

  test('and are planned anew for the same percentage', async () => {
    const { state } = await ramp();
    pass(5);
    const again = await release.service.ramp(candidate, 5, ops, [{ percent: 50, after: 60 }]);
    expect(slotOf(again.state, 'markets')?.ramp).toMatchObject({
      since: slotOf(state, 'markets')?.ramp?.since,
      steps: { who: 'olga', next: [{ weight: 5_000, after: 60 * MINUTE }] },
    });
  });
});

test.each([
  ['none', 5, []],
  ['one that is no more', 25, [{ percent: 25, after: 10 }]],
  ['one that is less', 5, [...STEPS, { percent: 50, after: 10 }]],
  ['one without its time', 5, [{ percent: 25, after: 0 }]],
  ['one that is too fast', 5, [{ percent: 25, after: 0.5 }]],
  ['one after more than 14 days', 5, [{ percent: 25, after: 14 * 24 * 60 + 1 }]],
  ['one of more than all', 5, [{ percent: 101, after: 10 }]],
  ['one whose time is no number', 5, [{ percent: 25, after: Number.NaN }]],
  ['from no clients', 0, STEPS],
  ['eleven', 1, Array.from({ length: 11 }, (_, index) => ({ percent: index + 2, after: 1 }))],
])('steps are refused: %s', async (_, percent, steps) => {
  await refused(ramp(percent, steps), 'value_invalid');
  expect((await slot())?.ramp).toBeUndefined();
});

test('no step is taken past a release that came between', async () => {
  await ramp();
  pass(10);
  await refused(release.service.takeStep('markets', { expectedEpoch: 1 }), 'epoch_taken');
});
