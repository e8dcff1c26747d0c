import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BalanceProof } from '@tessera/api/proofs';
import { leafBytes, NO_PUBLICATION, publicationText, unitsOf } from '@tessera/api/proofs/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { verifyBalance } from './verify-balance.ts';

const DAY = '2026-11-20' as BalanceProof['publication']['day'];
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
const salt = Buffer.alloc(32, 3);

/** The only user of a platform: the leaf is the root. */
function proofOf(total = '100.5'): BalanceProof {
  const leaf = leafBytes({ day: DAY, currency: 'USDT', uid: '100001', salt, sum: unitsOf('100.5') });
  const root = createHash('sha256').update(leaf).digest('hex');
  const roots = [{ currency: 'USDT', leaves: 1, total, root }];
  const text = publicationText({ day: DAY, previous: NO_PUBLICATION, roots });
  const digest = createHash('sha256').update(text).digest('hex');
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url');
  return {
    version: 1,
    uid: '100001',
    publication: { id: DAY, day: DAY, at: 0, previous: NO_PUBLICATION, roots, digest, key, signature },
    balances: [{ currency: 'USDT', amount: '100.5', salt: salt.toString('hex'), index: 0, path: [] }],
  };
}

let folder: string;
let printed: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-balance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  printed = [];
});

async function verify(content: unknown, expected?: string): Promise<number> {
  const path = join(folder, 'balance.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return verifyBalance(
    { names: [path], ...(expected !== undefined && { key: expected }) },
    (line) => void printed.push(line),
  );
}

test('a proof verifies without the platform, and its totals and key are named', async () => {
  expect(await verify(proofOf(), key)).toBe(0);
  expect(printed.join('\n')).toContain('100001 owned 100.5 USDT on 2026-11-20');
  expect(await verify(proofOf())).toBe(0);
  expect(printed.join('\n')).toContain(`The key of its signature: ${key}`);
});

test('a smaller balance, a larger total and another key are noticed', async () => {
  const proof = proofOf();
  const [balance] = proof.balances;
  expect(await verify({ ...proof, balances: [{ ...balance, amount: '100.4' }] })).toBe(1);
  expect(await verify(proofOf('100.6'))).toBe(1);
  expect(await verify(proof, 'f'.repeat(64))).toBe(1);
  expect(printed.map((line) => line.split(': ')[1])).toEqual([
    'a balance is not counted in the published root.',
    'the published total is not that of its root.',
    'the totals are not signed by the key that was given.',
  ]);
});

test('what is no proof is refused by name', async () => {
  await expect(verify('{')).rejects.toThrow(UsageError);
  await expect(verify({ ...proofOf(), balances: [{ currency: 'USDT', amount: '-1' }] })).rejects.toThrow(
    'no proof of a balance',
  );
  await expect(verifyBalance({ names: [] }, () => undefined)).rejects.toThrow('Which file?');
});
