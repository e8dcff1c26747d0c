import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { followLocks, rowLockOf } from './row-locks.ts';

it('knows how a statement locks the rows of users', () => {
  expect(rowLockOf('select from user_account where id = $1 for share')).toEqual({ parameter: 1, weak: true });
  expect(rowLockOf('select from user_account where id = any($1) order by id for no key update')).toEqual({
    parameter: 1,
    weak: false,
  });
  expect(rowLockOf('update user_account set vip_level = $2 where id = $1')).toEqual({ parameter: 1, weak: false });
  expect(rowLockOf('select from user_account where id = $1')).toBeNull();
  expect(rowLockOf('select from session s join user_account u on u.id = $1 for share of s')).toBeNull();
});

it('names a lock that is raised within one transaction, and no other', () => {
  const [share, update] = [
    'select from user_account where id = $1 for share',
    'select from user_account where id = $1 for no key update',
  ];
  const follow = followLocks();
  const run = (...statements: readonly (readonly [string, string?])[]) =>
    statements.flatMap(([text, id]) => follow(text, [id]));
  expect(run(['begin'], [share, '7'], [update, '8'], [update, '7'], ['commit'])).toEqual(['7']);
  expect(run(['begin'], [update, '7'], [share, '7'], [update, '7'], ['commit'])).toEqual([]);
  expect(run(['begin'], [share, '7'], ['commit'], ['begin'], [update, '7'], ['rollback'])).toEqual([]);
});

/* A lock of many users’ rows waits for each of them, and holds the others meanwhile: one user would hold up them all. */
const SOURCES = join(import.meta.dirname, '../src');
const LOCKED = /\buser_account\b[^`';]*?\bfor (?:no key update|key share|update|share)\b[^`';]*/g;
const OF_ONE = /\b(?:id|uid) = (?:\$\d|\(select)/;
const WAITING = [
  // The two parties of a payment, which is a call of one of them.
  'domains/wallet/payment-store.ts: user_account where id = any($1) order by id for no key update',
  // There is one account of a demonstration.
  'domains/identity/demo-user.ts: user_account where demonstration and not disabled for no key update',
];

it('no statement that locks the rows of many users waits for one of them', () => {
  const many = globSync('**/*.ts', { cwd: SOURCES })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...readFileSync(join(SOURCES, path), 'utf8').matchAll(LOCKED)].map(
        ([statement]) => `${path}: ${statement.replaceAll(/\s+/g, ' ').trim()}`,
      ),
    )
    .filter((statement) => !OF_ONE.test(statement));
  expect(many.filter((statement) => statement.endsWith('skip locked')).length).toBeGreaterThan(1);
  expect(many.filter((statement) => !/skip locked/.test(statement)).toSorted()).toEqual(WAITING.toSorted());
});
