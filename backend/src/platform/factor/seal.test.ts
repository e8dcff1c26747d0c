import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seal, sealKeys, unseal } from './seal.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-seal-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const secret = randomBytes(20);
const [key, other] = [randomBytes(32), randomBytes(32)];

test('a sealed secret opens for its owner only, and not if it was altered', () => {
  const sealed = seal([key], 'user:1', secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal([key], 'user:1', sealed)).toEqual(secret);
  expect(() => unseal([key], 'user:2', sealed)).toThrow();
  expect(() => unseal([key], 'staff:1', sealed)).toThrow();
  for (const at of [4, 16, sealed.length - 1]) {
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(() => unseal([key], 'user:1', altered)).toThrow();
  }
});

test('a new key in front of the old one opens what the old one sealed', () => {
  const sealed = seal([key], 'user:1', secret);
  expect(unseal([other, key], 'user:1', sealed)).toEqual(secret);
  expect(() => unseal([other], 'user:1', sealed)).toThrow('FACTOR_KEY');
  expect(() => unseal([key], 'user:1', seal([other, key], 'user:1', secret))).toThrow('FACTOR_KEY');
});

test('without a setting the data folder keeps a key that only its owner reads', () => {
  const made = sealKeys({ factorKeys: [], dataDir });
  expect(sealKeys({ factorKeys: [], dataDir })).toEqual(made);
  expect(statSync(join(dataDir, 'factor.key')).mode & 0o777).toBe(0o600);
  expect(sealKeys({ factorKeys: [key], dataDir })).toEqual([key]);
  writeFileSync(join(dataDir, 'factor.key'), 'short');
  expect(() => sealKeys({ factorKeys: [], dataDir })).toThrow('factor.key');
});
