import { beforeEach, describe, expect, test } from 'vitest';
import { type Gate, ReleaseDesk } from './desk.ts';
import { HOLDS_FOR } from './manifest.ts';
import { FolderStorage } from './storage/index.ts';
import { ReleaseStore } from './store.ts';
import { descriptorOf, OPEN_GATE, type TestDesk, testDesk } from './testing.ts';

const act = { who: 'ada', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestDesk;

beforeEach(async () => {
  release = await testDesk();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
});

/** Another desk on the same store, whose gate says that. */
function deskWith(gate: Gate): ReleaseDesk {
  const { store, keys, clock } = release;
  const own = new ReleaseStore(new FolderStorage((store.storage as FolderStorage).folder));
  const random = () => 'a salt of that desk';
  return new ReleaseDesk({ store: own, keys: async () => keys, now: () => clock.now, random, gate });
}

describe('a move', () => {
  test('is written with who and why, and its manifest signed for a month', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    expect(move).toMatchObject({ kind: 'promote', who: 'ada', why: 'because', forced: [] });
    expect(await release.inForce()).toMatchObject({
      epoch: 1,
      expiresAt: release.clock.now + HOLDS_FOR,
      remotes: [{ name: 'markets', stable: { version: '1.0.0', integrity: expect.stringMatching(/^sha256-/) } }],
    });
  });

  test('needs a reason and a published version', async () => {
    await expect(release.desk.promote(markets('1.0.0'), { who: 'ada', why: ' ' })).rejects.toThrow('needs a reason');
    await expect(release.desk.promote(markets('9.9.9'), act)).rejects.toThrow('was never published');
  });

  test('of two operators at once is made by one, and the other is told', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    const waiting: (() => void)[] = [];
    // Everybody has seen the same epoch before anybody writes.
    const gate: Gate = {
      ...OPEN_GATE,
      remote: () =>
        new Promise((open) => {
          waiting.push(() => open([]));
          if (waiting.length === 4) for (const each of waiting) each();
        }),
    };
    const desk = deskWith(gate);
    const attempts = await Promise.allSettled(
      ['1.0.1', '1.0.2', '1.0.1', '1.0.2'].map((version) => desk.promote(markets(version), act)),
    );
    const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'epoch_taken' });
    expect((await release.desk.history()).map(({ state }) => state.epoch)).toEqual([1, 2]);
    expect(await release.desk.brokenAt()).toBeUndefined();
    expect((await release.inForce()).epoch).toBe(2);
  });

  test('of several desks on one store is made by exactly one of each round, whatever they do', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    await release.desk.promote(markets('1.0.1'), act);
    const desks = [deskWith(OPEN_GATE), deskWith(OPEN_GATE)];
    for (let round = 0; round < 8; round += 1) {
      const epoch = round + 2;
      const stable = (await release.desk.latest())?.state.remotes[0]?.stable;
      const other = stable === '1.0.1' ? '1.0.0' : '1.0.1';
      const attempts = await Promise.allSettled(
        desks.flatMap((desk) => [
          desk.promote(markets(other), { ...act, expectedEpoch: epoch }),
          desk.rollback(undefined, { ...act, expectedEpoch: epoch }),
          desk.ramp(markets('1.0.2'), 1 + round, { ...act, expectedEpoch: epoch }),
        ]),
      );
      const made = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []));
      expect(made.length, `round ${round}`).toBe(1);
      expect(refused).toEqual(refused.map(() => 'epoch_taken'));
      expect(await release.desk.latest()).toEqual(made[0]);
      expect(made[0]?.state.epoch).toBe(epoch + 1);
      expect((await release.inForce()).epoch).toBe(epoch + 1);
    }
    expect(await release.desk.brokenAt()).toBeUndefined();
  });

  test('is refused when somebody moved since the epoch that its maker saw', async () => {
    await release.desk.promote(markets('1.0.0'), { ...act, expectedEpoch: 0 });
    await release.desk.promote(markets('1.0.1'), { ...act, expectedEpoch: 1 });
    const late = release.desk.rollback('markets', { ...act, expectedEpoch: 1 });
    await expect(late).rejects.toMatchObject({ code: 'epoch_taken' });
    const seen = { ...act, expectedEpoch: 1 };
    const attempts = [
      () => release.desk.promote(markets('1.0.2'), seen),
      () => release.desk.ramp(markets('1.0.2'), 5, seen),
      () => release.desk.revert(1, seen),
      () => release.desk.halt('markets', seen),
      () => release.desk.takeOver({ remotes: [markets('1.0.2')] }, seen),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'epoch_taken' });
    expect(await release.desk.history()).toHaveLength(2);
  });

  test('is refused with every reason of the gate, and by force written with them', async () => {
    const reasons = [{ code: 'export_missing', message: 'Button is gone', subject: 'host@1' }];
    const gate = { ...OPEN_GATE, remote: async () => reasons };
    const strict = deskWith(gate);
    await expect(strict.promote(markets('1.0.0'), act)).rejects.toMatchObject({ code: 'incompatible', reasons });
    const move = await strict.promote(markets('1.0.0'), { ...act, force: true });
    expect(move.forced).toEqual(['export_missing: Button is gone']);
    await expect(strict.ramp(markets('1.0.1'), 5, act)).rejects.toThrow('export_missing: Button is gone');
    const forced = await strict.ramp(markets('1.0.1'), 5, { ...act, force: true });
    expect(forced.forced).toEqual(['export_missing: Button is gone']);
    expect((await strict.history()).map(({ forced: written }) => written)).toEqual([move.forced, forced.forced]);
  });

  test('is refused when two remotes would serve one address', async () => {
    const descriptor = { ...descriptorOf('rival'), routes: descriptorOf('markets').routes };
    await release.publish('rival', '1.0.0', { descriptor });
    await release.desk.promote(markets('1.0.0'), act);
    const clash = release.desk.promote({ name: 'rival', version: '1.0.0' }, { ...act, force: true });
    await expect(clash).rejects.toMatchObject({ code: 'route_taken' });
  });
});

describe('a ramp', () => {
  test('is in the manifest with its weight and salt, and ends with a halt', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    await release.desk.ramp(markets('1.0.1'), 12.5, act);
    const [slot] = (await release.inForce()).remotes;
    expect(slot).toMatchObject({
      stable: { version: '1.0.0' },
      ramp: { candidate: { version: '1.0.1' }, weight: 1250 },
    });
    await release.desk.halt('markets', { who: 'registry', why: 'it fails' });
    const halted = await release.inForce();
    expect(halted.remotes[0]?.ramp).toBeUndefined();
    expect(halted.withdrawn).toEqual(['markets@1.0.1']);
  });
});

describe('a take-over', () => {
  const HOST = { version: '2.0.0' };

  test('leaves out the version before where the new host does not fit it', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    const unfit = [{ code: 'type_changed', message: 'x', subject: 'markets@1.0.0' }];
    const gate = { ...OPEN_GATE, host: async () => unfit };
    const desk = deskWith(gate);
    const move = await desk.takeOver({ host: HOST, remotes: [markets('1.0.1')] }, act);
    expect(move?.state.remotes).toEqual([{ name: 'markets', stable: '1.0.1' }]);
    expect(move?.forced).toEqual([]);
    expect(await desk.takeOver({ host: HOST, remotes: [markets('1.0.1')] }, act)).toBeUndefined();
  });

  test('keeps what speaks against a version before that is ramped as well: clients run it', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    await release.desk.promote(markets('1.0.1'), act);
    await release.desk.ramp(markets('1.0.0'), 5, act);
    const unfit = [{ code: 'type_changed', message: 'x', subject: 'markets@1.0.0' }];
    const gate = { ...OPEN_GATE, host: async () => unfit };
    const desk = deskWith(gate);
    await expect(desk.takeOver({ host: HOST, remotes: [] }, act)).rejects.toMatchObject({ reasons: unfit });
    const move = await desk.takeOver({ host: HOST, remotes: [] }, { ...act, force: true });
    expect(move?.forced).toEqual(['type_changed: x']);
    expect(move?.state.remotes).toMatchObject([{ previous: '1.0.0', ramp: { version: '1.0.0' } }]);
  });

  test('is asked of the gate as a whole, against what was live and what would be', async () => {
    await release.publish('nft', '1.0.0');
    await release.desk.promote(markets('1.0.0'), act);
    const asked: unknown[] = [];
    const gate: Gate = {
      remote: async ({ name, version }, before, after) => {
        asked.push([`${name}@${version}`, before?.remotes.length, after.host, after.remotes.length]);
        return [];
      },
      host: async ({ version }, after) => {
        asked.push([version, after.remotes.map(({ name, stable }) => `${name}@${stable}`)]);
        return [];
      },
    };
    const desk = deskWith(gate);
    const remotes = [markets('1.0.1'), { name: 'nft', version: '1.0.0' }];
    const move = await desk.takeOver({ host: HOST, remotes }, act);
    expect(move?.state.epoch).toBe(2);
    expect(asked).toEqual([
      ['2.0.0', ['markets@1.0.1', 'nft@1.0.0']],
      ['markets@1.0.1', 1, '2.0.0', 2],
      ['nft@1.0.0', 1, '2.0.0', 2],
    ]);
  });
});

test('what changed between two epochs is told remote by remote', async () => {
  await release.desk.promote(markets('1.0.0'), act);
  await release.desk.promote(markets('1.0.1'), act);
  await release.desk.ramp(markets('1.0.2'), 10, act);
  expect(await release.desk.diff(1, 3)).toEqual([{ name: 'markets', from: '1.0.0', to: '1.0.1, 1.0.2 at 10 %' }]);
  await expect(release.desk.diff(1, 9)).rejects.toThrow('There is no epoch 9');
});
