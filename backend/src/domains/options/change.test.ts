import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { runCommand } from '../staff/commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const offered = async () => (await app.ok('GET /microtrade/seconds', {}, {})).list;

it('staff change terms and limits while the platform runs, with the right to it and a reason', async () => {
  const treasury = await signInStaff(app, 'treasury');
  const reviewer = await signInStaff(app, 'reviewer');
  const key = { token: treasury.token };
  const change = { seconds: 60, profit_ratio: '0.82', reason: 'a quieter market' };
  const refused = async (more: Record<string, unknown>, by = key) =>
    (await app.rejection('POST /staff/options/term', { ...change, ...more }, by)).error;
  expect(await refused({}, { token: reviewer.token })).toBe('forbidden');
  app.advance(CONFIRMED_FOR + 60_000);
  expect(await refused({})).toBe('confirmation_required');
  await app.ok('POST /staff/confirm', { totp: codeAt(treasury.secret, app.now()) }, key);
  // Even odds would win.
  expect(await refused({ profit_ratio: '1' })).toBe('field_too_large');
  expect(await refused({ max_number: '1' })).toBe('field_too_small');
  expect(await refused({ seconds: 90 })).toBe('field_required');
  await app.ok('POST /staff/options/term', change, key);
  await app.ok('POST /staff/options/term', { seconds: 30, open: 0, reason: 'too short' }, key);
  const added = { seconds: 90, profit_ratio: '1.01', fee_rate: '0.01', min_number: '5', max_number: '50' };
  await app.ok('POST /staff/options/term', { ...added, reason: 'a new one' }, key);
  const list = await offered();
  expect(list.map(({ seconds }) => seconds)).toEqual([60, 90, 120, 300, 600]);
  expect(list.slice(0, 2)).toMatchObject([{ profit_ratio: '0.82', max_number: '5000' }, { profit_ratio: '1.01' }]);
  const after = await app.ok(
    'POST /staff/options/limits',
    { countries: 'us ca', capacity: '2000000', max_open: 20, reason: 'more room' },
    key,
  );
  expect(after).toMatchObject({
    countries: ['US', 'CA'],
    capacity: '2000000',
    capacity_symbol: '200000',
    max_open: 20,
  });
  const actions = await app.database.query<{ subject: string; reason: string }>(
    `select subject, reason from staff_action where action = 'options.change' order by id`,
  );
  expect(actions.map(({ subject }) => subject)).toEqual([
    'option_term:60',
    'option_term:30',
    'option_term:90',
    'options',
  ]);
  expect(actions[0]?.reason).toContain('a quieter market (before: {"seconds":60,"profit_ratio":"0.85"');
  expect(actions[2]?.reason).toBe('a new one (before: none)');
});

it('the command line does the same', async () => {
  const lines: string[] = [];
  const run = (...args: string[]) =>
    runCommand(args, {
      database: app.database,
      queues: [],
      commands: app.ports.staffCommands(),
      now: app.now,
      print: (line) => void lines.push(line),
      readPassword: async () => '',
      readUpload: async () => null,
    });
  await run('option-term', '120', 'profit_ratio=0.8', 'open=1', '--why', 'as the others');
  expect(lines.find((line) => line.startsWith('seconds 120'))).toContain('profit_ratio 0.8  fee_rate 0');
  lines.length = 0;
  await run('commands');
  expect(lines.join('\n')).toContain('option-limits <name>=<value>');
  lines.length = 0;
  await run('options');
  expect(lines).toContainEqual(expect.stringContaining('capacity_symbol 200000'));
  await run('option-limits', 'countries=none', 'capacity=3000000', '--why', 'an empty list');
  expect(await app.ok('GET /staff/options', {}, { token: (await signInStaff(app, 'support')).token })).toMatchObject({
    countries: [],
    capacity: '3000000',
  });
  await expect(run('option-term', '120', 'ratio=0.8', '--why', 'x')).rejects.toThrow('there is no ratio');
  await expect(run('option-term', '5', 'open=1', '--why', 'x')).rejects.toThrow('seconds is not valid');
  await expect(run('option-limits', 'capacity=1')).rejects.toThrow('say why');
  await expect(run('option-limits', 'capacity', '--why', 'x')).rejects.toThrow('is no change');
});
