import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashSecret, isSecret } from './password.ts';

test('a password is hashed with argon2id at 19 MiB and two passes', async () => {
  // In a separate process: in this one the cost is that of tests.
  const program = `const { hashSecret } = await import(${JSON.stringify(join(import.meta.dirname, 'password.ts'))});
    console.log(await hashSecret('a-decent-secret-81'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isSecret(stdout.trim(), 'a-decent-secret-81')).toBe(true);
});

test('tests hash at a cost of their own', async () => {
  const stored = await hashSecret('a-decent-secret-81');
  expect(stored).toContain('m=8,t=1,p=1');
  expect(await isSecret(stored, 'a-decent-secret-81')).toBe(true);
  expect(await isSecret(stored, 'another')).toBe(false);
});
