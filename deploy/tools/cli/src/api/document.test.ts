import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contract } from '@tessera/api/contract';
import { expect, test } from 'vitest';
import { withCalls } from './document.ts';

const document = readFileSync(join(resolve(import.meta.dirname, '../../../../..'), 'docs/api.md'), 'utf8');

test('docs/api.md lists the calls of the contract: npm run tessera -- api', () => {
  expect(withCalls(document)).toBe(document);
});

test('every call is listed once, with what it takes', () => {
  const listed = [...document.matchAll(/^\| `((?:GET|POST|PUT|DELETE) [^`]+)`/gm)].map(([, callId]) => callId);
  expect(listed.toSorted()).toEqual(Object.keys(contract).toSorted());
  expect(document).toMatch(/`POST \/news\/list` \| all \| `c_id`, `page`\?/);
});
