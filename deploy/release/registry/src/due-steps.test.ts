import { ReleaseError, slotOf } from '@tessera/releases';
import { OPEN_GATE, type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { takeDueSteps } from './due-steps.ts';

const MINUTE = 60_000;
const audit = { who: 'ann', why: 'new draw' };

let release: TestReleases;
let evidence: number;
let printed: string[];
beforeEach(async () => {
  release = await testReleases(OPEN_GATE);
  evidence = 1;
  printed = [];
  for (const name of ['markets', 'trading']) {
    for (const version of ['1.0.0', '1.0.1']) await release.publish(name, version);
    await release.service.promote({ name, version: '1.0.0' }, audit);
    await release.service.ramp({ name, version: '1.0.1' }, 5, audit, [
      { percent: 25, after: 10 },
      { percent: 100, after: 10 },
    ]);
  }
});

const look = () =>
  takeDueSteps({
    service: release.service,
    figures: { evidence: (name) => (name === 'markets' ? evidence : 1) },
    now: () => release.clock.now,
    print: (line) => printed.push(line),
  });
const slot = async (name: string) => slotOf((await release.service.latest())?.state, name);
const pass = (minutes: number) => {
  release.clock.now += minutes * MINUTE;
};

test('ramps of two remotes go their steps when they are due', async () => {
  await look();
  expect((await slot('markets'))?.ramp?.weight).toBe(500);
  pass(10);
  // A release at a time.
  await look();
  expect([(await slot('markets'))?.ramp?.weight, (await slot('trading'))?.ramp?.weight]).toEqual([2_500, 500]);
  await look();
  await look();
  expect([(await slot('markets'))?.ramp?.weight, (await slot('trading'))?.ramp?.weight]).toEqual([2_500, 2_500]);
  pass(10);
  await look();
  await look();
  expect([(await slot('markets'))?.stable, (await slot('trading'))?.stable]).toEqual(['1.0.1', '1.0.1']);
  expect(printed).toHaveLength(4);
});

test('a candidate that fails more often waits, and others do not', async () => {
  pass(10);
  evidence = 10;
  await look();
  expect([(await slot('markets'))?.ramp?.weight, (await slot('trading'))?.ramp?.weight]).toEqual([500, 2_500]);
  evidence = 9.9;
  await look();
  expect((await slot('markets'))?.ramp?.weight).toBe(2_500);
});

test('a step that the gate rejects holds the ramp, with the reasons', async () => {
  vi.spyOn(release.service, 'takeStep').mockRejectedValueOnce(new ReleaseError('incompatible', 'no such export'));
  pass(10);
  await look();
  expect((await slot('markets'))?.ramp).toMatchObject({
    weight: 500,
    steps: { held: { why: 'no such export', left: 0 } },
  });
  await look();
  await look();
  expect((await slot('markets'))?.ramp?.weight).toBe(500);
  await release.service.resumeSteps('markets', audit);
  await look();
  expect((await slot('markets'))?.ramp?.weight).toBe(2_500);
});

test('a store that is away, and a release at the same time, change nothing: the step is tried again', async () => {
  pass(10);
  for (const code of ['store_unreachable', 'epoch_taken'] as const) {
    vi.spyOn(release.service, 'takeStep').mockRejectedValueOnce(new ReleaseError(code, 'x'));
    await look();
    expect((await slot('markets'))?.ramp?.steps).not.toHaveProperty('held');
  }
  await look();
  expect((await slot('markets'))?.ramp?.weight).toBe(2_500);
});
