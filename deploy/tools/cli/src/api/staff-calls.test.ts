import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import type { JsonCall } from '@tessera/api/kit/json';
import { becauseOne, registryContract, rightOf } from '@tessera/registry-api';
import { expect, test } from 'vitest';
import { withStaffCalls } from './staff-calls.ts';

const document = readFileSync(join(resolve(import.meta.dirname, '../../../../..'), 'docs/security.md'), 'utf8');

test('docs/security.md lists the staff calls of the contract: npm run tessera -- api', () => {
  expect(withStaffCalls(document)).toBe(document);
});

test('every staff call is listed once, and each that one member makes says why', () => {
  const rows = [...document.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \/staff[^`]*)` \|.*\| (one|two) \| (.+) \|$/gm)];
  const staffed = Object.entries<Call>(contract).filter(([, { staff }]) => staff !== null);
  expect(rows.map(([, callId]) => callId).toSorted()).toEqual(staffed.map(([callId]) => callId).toSorted());
  for (const [, callId, members, why = ''] of rows) {
    if (members === 'two') continue;
    // A reason is a sentence, and what changes something does not “read”.
    expect([callId, /^\S.{7,}\.$/.test(why)]).toEqual([callId, true]);
    if (!callId?.startsWith('GET ')) expect([callId, why]).not.toEqual([callId, 'It reads.']);
  }
});

test('each call of the registry that changes something says why one member is enough', () => {
  const changing = Object.entries<JsonCall>(registryContract).filter(([, call]) => rightOf(call) !== null);
  expect(Object.keys(becauseOne).toSorted()).toEqual(changing.map(([callId]) => callId).toSorted());
  for (const why of Object.values(becauseOne)) expect(why).toMatch(/^[A-Z].{7,}\.$/);
});
