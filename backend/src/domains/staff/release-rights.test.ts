import { permits, releaseActions, rightsInForce } from '@tessera/api/kit/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { runCommand } from './commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Runs a command of `tessera staff`; returns what it prints. */
async function staff(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await runCommand(args, {
    database: app.database,
    queues: [],
    now: app.now,
    print: (line) => void lines.push(line),
    readPassword: async () => '',
    readUpload: async () => null,
  });
  return lines.join('\n');
}

const rightsOf = async ({ token }: { readonly token: string }) => (await app.ok('GET /staff/me', {}, { token })).rights;

const grant = (account: string, ...args: readonly string[]) =>
  staff('grant-right', account, ...args, '--why', 'their team');

test('a developer has the rights that were granted, and no others, until they end', async () => {
  const ann = await signInStaff(app, 'developer');
  const bob = await signInStaff(app, 'developer');
  expect(await rightsOf(ann)).toEqual([]);
  await grant(ann.account, 'ramp', 'markets', '--environment', 'production', '--percent', '12.5');
  const until = app.now() + 60_000;
  const printed = await grant(
    ann.account,
    'rollback',
    '*',
    '--environment',
    '*',
    '--until',
    new Date(until).toISOString(),
  );
  const [, id = ''] =
    /^#(\d+) {2}\S+ {2}roll back {2}all remotes {2}in every environment {2}until /.exec(printed) ?? [];
  expect(await rightsOf(ann)).toEqual([
    { action: 'ramp', remote: 'markets', environment: 'production', percent: 12.5, from: null, until: null },
    { action: 'rollback', remote: '*', environment: '*', percent: null, from: null, until },
  ]);
  expect(await rightsOf(bob)).toEqual([]);
  expect((await staff('rights', ann.account)).split('\n')).toHaveLength(3);

  await staff('end-right', id, '--why', 'another team');
  expect((await rightsOf(ann)).map(({ action }) => action)).toEqual(['ramp']);
  await expect(staff('end-right', id, '--why', 'again')).rejects.toThrow('there is no right');
  const recorded = await app.database.query<{ action: string; reason: string }>(
    'select action, reason from staff_action where subject = $1 order by id',
    [`member:${ann.id}`],
  );
  expect(recorded.filter(({ action }) => action.startsWith('right.'))).toEqual([
    { action: 'right.grant ramp markets production', reason: 'their team' },
    { action: 'right.grant rollback * *', reason: 'their team' },
    { action: `right.end ${id}`, reason: 'another team' },
  ]);
});

test('operators and admins have every right but to publish by their role; those who halt and pause have none', async () => {
  for (const role of ['operator', 'admin'] as const) {
    const held = rightsInForce(await rightsOf(await signInStaff(app, role)), 'production', app.now());
    const missing = releaseActions.filter((action) =>
      ['markets', 'host'].some((remote) => !permits(held, { action, remote, percent: 100 })),
    );
    expect([role, missing]).toEqual([role, ['publish']]);
  }
  for (const role of ['duty', 'treasury', 'reviewer', 'support', 'developer'] as const) {
    expect([role, await rightsOf(await signInStaff(app, role))]).toEqual([role, []]);
  }
});

test.each(['operator', 'developer'] as const)('an %s of releases halts and pauses nothing', async (role) => {
  const { token, account } = await signInStaff(app, role);
  for (const action of releaseActions) {
    await grant(account, action, '*', '--environment', '*', ...(action === 'ramp' ? ['--percent', '100'] : []));
  }
  const input = { symbol: 'BTC/USDT', reason: 'x' };
  const refused = { error: 'forbidden' };
  for (const call of ['halt', 'resume'] as const)
    expect(await app.rejection(`POST /staff/instruments/${call}`, input, { token })).toMatchObject(refused);
  for (const call of ['pause', 'resume'] as const) {
    const paused = { service: 'spot', reason: 'x' } as const;
    expect(await app.rejection(`POST /staff/services/${call}`, paused, { token })).toMatchObject(refused);
  }
});

test.each([
  ['no remote', ['publish', '', '--environment', 'production'], 'which remote'],
  ['a pattern', ['publish', 'mark*', '--environment', 'production'], 'which remote'],
  ['no environment', ['publish', 'markets'], 'in which environment'],
  ['an unknown right', ['halt', 'markets', '--environment', 'production'], 'which right'],
  ['a ramp without an end', ['ramp', 'markets', '--environment', 'production'], 'how many percent'],
  ['a ramp above all', ['ramp', 'markets', '--environment', 'production', '--percent', '101'], 'how many percent'],
  ['a percentage of another right', ['release', 'markets', '--environment', 'p', '--percent', '5'], '--percent'],
  ['no date', ['release', 'markets', '--environment', 'p', '--until', 'soon'], '--until'],
  ['no time', ['release', 'markets', '--environment', 'p', '--from', '2030-01-02', '--until', '2030-01-01'], '--until'],
])('is not granted with %s', async (_, args, message) => {
  const { account, token } = await signInStaff(app, 'developer');
  await expect(grant(account, ...args)).rejects.toThrow(message);
  await expect(staff('grant-right', account, 'publish', 'markets', '--environment', 'p')).rejects.toThrow('why');
  expect(await rightsOf({ token })).toEqual([]);
});
