import { acceptManifest, acceptPreview, type Manifest } from '@tessera/manifest';
import { beforeEach, describe, expect, test } from 'vitest';
import { ReleaseDesk } from './desk.ts';
import { HOLDS_FOR, RENEWED_AFTER } from './manifest.ts';
import { generateKey, publicKeyOf } from './signing.ts';
import { descriptorOf, OPEN_GATE, type TestDesk, testDesk } from './testing.ts';

const act = { who: 'ada', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestDesk;

beforeEach(async () => {
  release = await testDesk();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
});

async function inForce(): Promise<Manifest> {
  const { store, keys, clock } = release;
  const move = await store.latest();
  if (!move) throw new Error('nothing is live');
  return acceptManifest(await store.signed(move), { keys: keys.map(publicKeyOf), now: clock.now });
}

describe('a move', () => {
  test('is written with who and why, and its manifest signed for a month', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    expect(move).toMatchObject({ kind: 'promote', who: 'ada', why: 'because', forced: [] });
    expect(await inForce()).toMatchObject({
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
    const attempts = await Promise.allSettled(
      ['1.0.1', '1.0.2', '1.0.1', '1.0.2'].map((version) => release.desk.promote(markets(version), act)),
    );
    const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'epoch_taken' });
    expect((await release.desk.history()).map(({ state }) => state.epoch)).toEqual([1, 2]);
    expect(await release.desk.brokenAt()).toBeUndefined();
    expect((await inForce()).epoch).toBe(2);
  });

  test('is refused when somebody moved since the epoch that its maker saw', async () => {
    await release.desk.promote(markets('1.0.0'), { ...act, expectedEpoch: 0 });
    await release.desk.promote(markets('1.0.1'), { ...act, expectedEpoch: 1 });
    const late = release.desk.rollback('markets', { ...act, expectedEpoch: 1 });
    await expect(late).rejects.toMatchObject({ code: 'epoch_taken' });
  });

  test('is refused with every reason of the gate, and by force written with them', async () => {
    const reasons = [{ code: 'export_missing', message: 'Button is gone', subject: 'host@1' }];
    const { store, keys, clock } = release;
    const gate = { ...OPEN_GATE, remote: async () => reasons };
    const strict = new ReleaseDesk({ store, keys: async () => keys, now: () => clock.now, random: () => 'x', gate });
    await expect(strict.promote(markets('1.0.0'), act)).rejects.toMatchObject({ code: 'incompatible', reasons });
    const move = await strict.promote(markets('1.0.0'), { ...act, force: true });
    expect(move.forced).toEqual(['export_missing: Button is gone']);
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
    const [slot] = (await inForce()).remotes;
    expect(slot).toMatchObject({
      stable: { version: '1.0.0' },
      ramp: { candidate: { version: '1.0.1' }, weight: 1250 },
    });
    await release.desk.halt('markets', { who: 'registry', why: 'it fails' });
    const halted = await inForce();
    expect(halted.remotes[0]?.ramp).toBeUndefined();
    expect(halted.withdrawn).toEqual(['markets@1.0.1']);
  });
});

describe('a take-over', () => {
  const HOST = { version: '2.0.0' };

  test('leaves out the version before where the new host does not fit it', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    const { store, keys, clock } = release;
    const unfit = [{ code: 'type_changed', message: 'x', subject: 'markets@1.0.0' }];
    const gate = { ...OPEN_GATE, host: async () => unfit };
    const desk = new ReleaseDesk({ store, keys: async () => keys, now: () => clock.now, random: () => 'x', gate });
    const move = await desk.takeOver({ host: HOST, remotes: [markets('1.0.1')] }, act);
    expect(move?.state.remotes).toEqual([{ name: 'markets', stable: '1.0.1' }]);
    expect(move?.forced).toEqual([]);
    expect(await desk.takeOver({ host: HOST, remotes: [markets('1.0.1')] }, act)).toBeUndefined();
  });
});

describe('the signature of the manifest', () => {
  test('is of every key, so that a page that knows any of them goes on', async () => {
    release.keys.push(await generateKey('second', 0));
    const move = await release.desk.promote(markets('1.0.0'), act);
    const signed = await release.store.signed(move);
    for (const key of release.keys) {
      await acceptManifest(signed, { keys: [publicKeyOf(key)], now: release.clock.now });
    }
  });

  test('is renewed in time, not before, without a new epoch', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    expect(await release.desk.renew()).toBe(false);
    release.clock.now += RENEWED_AFTER;
    expect(await release.desk.renew()).toBe(true);
    expect(await inForce()).toMatchObject({ epoch: 1, issuedAt: release.clock.now });
    expect(await release.desk.renew()).toBe(false);
  });

  test('follows a rotation: the new key signs, the retired one does not', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    const [old] = release.keys.splice(0, 1, await generateKey('second', 0));
    await release.desk.renew(true);
    expect((await inForce()).epoch).toBe(1);
    const refused = acceptManifest(await release.store.signed(move), {
      keys: old ? [publicKeyOf(old)] : [],
      now: release.clock.now,
    });
    await expect(refused).rejects.toThrow('no signature of a known key');
  });

  test('is made anew where the stored manifest is none of ours', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    const forged = { schema: 2 as const, payload: '{"epoch":1}', signatures: [{ key: 'test', signature: 'AAAA' }] };
    await release.store.renew(1, forged);
    expect(await release.desk.renew()).toBe(true);
    expect((await inForce()).remotes[0]?.stable.version).toBe('1.0.0');
    expect(move.state.epoch).toBe(1);
  });
});

describe('a preview', () => {
  test('lends a published version for a while, signed', async () => {
    const { id, expiresAt } = await release.desk.preview(markets('1.0.2'), 30);
    const keys = release.keys.map(publicKeyOf);
    const lent = await acceptPreview(await release.store.preview(id), { keys, now: release.clock.now });
    expect(lent.preview).toMatchObject(markets('1.0.2'));
    expect(expiresAt).toBe(release.clock.now + 30 * 60_000);
  });

  test.each([0, -1, 7 * 24 * 60 + 1, Number.NaN])('of %d minutes is refused', async (minutes) => {
    await expect(release.desk.preview(markets('1.0.2'), minutes)).rejects.toThrow('from a minute to seven days');
  });
});

test('what changed between two epochs is told remote by remote', async () => {
  await release.desk.promote(markets('1.0.0'), act);
  await release.desk.promote(markets('1.0.1'), act);
  await release.desk.ramp(markets('1.0.2'), 10, act);
  expect(await release.desk.diff(1, 3)).toEqual([{ name: 'markets', from: '1.0.0', to: '1.0.1, 1.0.2 at 10 %' }]);
  await expect(release.desk.diff(1, 9)).rejects.toThrow('There is no epoch 9');
});
