import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileContract } from './compile-contract.ts';

it('the committed contract is what its source compiles to', async () => {
  expect(await readFile(join(import.meta.dirname, 'tessera-works.json'), 'utf8')).toBe(await compileContract());
});
