import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { scratchFolder } from '../../../test/scratch-folder.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

/* The text that gateway and backend share was stolen: it ends no session and takes out no factor. */

const INTERNAL_TOKEN = 'a-token-between-gateway-and-backend';
const HOUR = 3_600_000;
const folder = scratchFolder('release-keys');
const PUBLIC_KEYS = join(folder, 'public.json');

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
const newPair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const registry = newPair();

const signedBy = ({ privateKey }: Pair, payload: object | string) => {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { schema: 2, payload: text, signatures: [{ key: 'first', signature: signature.toString('base64url') }] };
};
const manifestOf = (compromised?: object) => ({ schema: 2, epoch: 13, issuedAt: 1, remotes: [], compromised });

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  const { x, y } = registry.publicKey.export({ format: 'jwk' });
  writeFileSync(PUBLIC_KEYS, JSON.stringify([{ id: 'first', x, y }]));
  app = await createTestApp({ INTERNAL_TOKEN, PUBLIC_KEYS });
  ann = await signUp(app);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const announce = async (announced: object): Promise<number> => {
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: '/internal/release',
    headers: { 'content-type': 'application/json', 'x-internal-token': INTERNAL_TOKEN },
    payload: JSON.stringify({ epoch: 13, ...announced }),
  });
  return statusCode;
};
const isIn = async ({ token }: Person) => (await app.call('GET /user/info', {}, { token })).type === 'ok';
const ofAllTime = () => ({ from: 0, until: app.now() + HOUR });
const windows = () => app.database.query('select from compromised_window');

it('no rollback is believed that no key of releases has signed', async () => {
  const compromised = ofAllTime();
  const real = signedBy(registry, manifestOf());
  const forged = [
    undefined,
    'x',
    { schema: 2, payload: JSON.stringify(manifestOf(compromised)), signatures: [] },
    signedBy(newPair(), manifestOf(compromised)),
    { ...real, payload: JSON.stringify(manifestOf(compromised)) },
    { ...real, signatures: [{ key: 'first', signature: 'AA' }] },
    // The keys sign records, previews and grants, too.
    signedBy(registry, { schema: 2, preview: {}, compromised }),
  ];
  for (const manifest of forged) {
    expect(await announce({ compromised, manifest })).toBe(500);
    expect(await announce({ earlier: [compromised], manifest })).toBe(500);
  }
  expect([await isIn(ann), await windows()]).toEqual([true, []]);
});

it('a real manifest ends what it names, whatever is said beside it', async () => {
  expect(await announce({ compromised: ofAllTime(), manifest: signedBy(registry, manifestOf()) })).toBe(200);
  const past = { from: app.now() - 9 * HOUR, until: app.now() - 8 * HOUR };
  const manifest = signedBy(registry, manifestOf({ epoch: 13, mark: 'm', ...past }));
  expect(await announce({ compromised: ofAllTime(), earlier: [ofAllTime()], manifest })).toBe(200);
  expect([await isIn(ann), (await windows()).length]).toEqual([true, 1]);
  const now = { from: app.now() - HOUR, until: app.now() + 1 };
  const rolledBack = signedBy(registry, manifestOf({ epoch: 14, mark: 'n', ...now, earlier: [past] }));
  expect(await announce({ compromised: now, manifest: rolledBack })).toBe(200);
  expect([await isIn(ann), (await windows()).length]).toEqual([false, 2]);
});

it('a release without a rollback needs no manifest, and keys that cannot be read believe nothing', async () => {
  expect(await announce({})).toBe(200);
  const ben = await signUp(app);
  rmSync(PUBLIC_KEYS);
  const manifest = signedBy(registry, manifestOf(ofAllTime()));
  expect(await announce({ compromised: ofAllTime(), manifest })).toBe(500);
  expect(await isIn(ben)).toBe(true);
});
