// @vitest-environment jsdom
import type { ListedChange } from '@tessera/api/staff';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { formatMinute } from '../figures/format.ts';
import { onTheConsole, openConsole, pass } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';

onTheConsole();
const HOUR = 3_600_000;
const APPROVE = '/api/staff/changes/approve';
const END = '/api/staff/changes/end';

const changeOf = (id: string, more: Partial<ListedChange> = {}): ListedChange => ({
  id,
  call: 'POST /staff/options/term',
  summary: 'options/term: seconds=60 profit_ratio=0.8',
  input: '{"seconds":60,"profit_ratio":"0.8"}',
  hash: id.padStart(64, 'a'),
  reason: 'Calm markets',
  state: 'proposed',
  failure: null,
  proposed_by_id: '9',
  proposed_by: 'Ann Lee',
  proposed_at: NOW - HOUR,
  decided_by: null,
  decided_at: null,
  expires_at: NOW + 7 * 24 * HOUR,
  delay_ms: HOUR,
  runs_at: null,
  ended_at: null,
  title: 'Change a term',
  terms: [
    { name: 'seconds', before: '60', after: '60' },
    { name: 'profit_ratio', before: '0.85', after: '0.8' },
    { name: 'open', before: 'false', after: 'true' },
    { name: 'closes_at', before: null, after: String(NOW) },
    { name: 'multiples', before: '[1,2]', after: '[1,2,5]' },
  ],
  subject: ['Term of a minute'],
  actions: ['approve', 'reject'],
  ...more,
});

let platform: Platform;
beforeEach(() => {
  platform = new Platform();
  platform.account.role = 'treasury';
  platform.code = '123456';
});
const refuse = (path: string, error: string, message: string) =>
  platform.reply(`POST ${path}`, { status: 200, body: { type: 'error', code: 0, message, error } });
const accept = (path: string) =>
  platform.reply(`POST ${path}`, { status: 200, body: { type: 'ok', code: 1, message: changeOf('1') } });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));
const card = async (id: string) => within(await screen.findByRole('article', { name: `Change ${id}` }));
const link = (name: RegExp | string) => screen.findByRole('link', { name });

test('what waits is shown with what it would replace; the badge counts what waits for this member', async () => {
  platform.changes = [
    changeOf('1'),
    changeOf('2', { actions: ['withdraw'], proposed_by: 'Olga Petrova', delay_ms: 0 }),
    changeOf('3', { state: 'approved', decided_by: 'Bo', runs_at: NOW + HOUR, actions: ['reject'] }),
    changeOf('4', { state: 'done', decided_by: 'Bo', ended_at: NOW, actions: [] }),
    changeOf('5', { state: 'failed', decided_by: 'Bo', ended_at: NOW, failure: 'sold_out', actions: [] }),
    changeOf('6', { state: 'expired', ended_at: NOW, actions: [] }),
    changeOf('7', { state: 'rejected', decided_by: 'Bo', ended_at: NOW, actions: [] }),
  ];
  const user = openConsole(platform, 'changes');
  const first = await card('1');
  expect(first.getByText('Change a term · Term of a minute')).toBeDefined();
  expect(first.getByText(/^Proposed by Ann Lee, /)).toBeDefined();
  expect(first.getByText('Reason: Calm markets')).toBeDefined();
  const until = formatMinute(NOW + 7 * 24 * HOUR);
  expect(
    first.getByText(new RegExp(`^Waits for another member until ${until}; takes effect 1\\sh after the approval$`)),
  ).toBeDefined();
  const cells = (name: RegExp) =>
    within(first.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(/^Profit of a win/)).toEqual(['0.85', '0.8']);
  expect(cells(/^Term, seconds/)).toEqual(['60', 'unchanged']);
  expect(cells(/^Open/)).toEqual(['no', 'yes']);
  expect(cells(/^Closes at/)).toEqual(['–', formatMinute(NOW)]);
  expect(cells(/^Leverage steps/)).toEqual(['1, 2', '1, 2, 5']);
  // One's own cannot be approved.
  const own = await card('2');
  expect(own.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(own.getByText(/takes effect with the approval$/)).toBeDefined();
  expect((await link(/^Changes/)).textContent).toBe('Changes1');
  await user.click(screen.getByRole('tab', { name: 'Approved 1' }));
  expect((await card('3')).getByText(/^Approved by Bo; takes effect at/)).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'Done' }));
  expect((await card('4')).queryByRole('columnheader', { name: 'Now' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Ended' }));
  expect((await card('5')).getByText(/\(sold_out\)\. Nothing was changed$/)).toBeDefined();
  expect((await card('6')).getByText(/^Expired at/)).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'Rejected' }));
  expect((await card('7')).getByText(/^Rejected by Bo/)).toBeDefined();
});

test('a change is approved by its hash, with a reason and the second factor', async () => {
  platform.changes = [changeOf('1')];
  const user = openConsole(platform, 'changes');
  await user.click(await button('Approve change 1'));
  const form = await dialog();
  expect(form.getByText('0.85')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Approve' }));
  expect(form.getByText('Enter a reason. It is kept in the history.')).toBeDefined();
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'As agreed' } });
  refuse(APPROVE, 'confirmation_required', 'Confirm that it is you');
  await user.click(form.getByRole('button', { name: 'Approve' }));
  const code = await form.findByLabelText('Authenticator code');
  await user.type(code, '654321');
  expect((await form.findByRole('alert')).textContent).toBe('The authenticator code is incorrect');
  expect(platform.sent(`POST ${APPROVE}`)).toHaveLength(1);
  accept(APPROVE);
  platform.changes = [
    changeOf('1', { state: 'approved', decided_by: 'Olga Petrova', runs_at: NOW + HOUR, actions: ['reject'] }),
  ];
  await user.type(code, '123456');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(platform.sent(`POST ${APPROVE}`).at(-1)).toEqual({
    lang: 'en',
    id: '1',
    hash: changeOf('1').hash,
    reason: 'As agreed',
  });
  expect(await screen.findByText('No change waits for another member.')).toBeDefined();
  expect((await link(/^Changes/)).textContent).toBe('Changes');
});

test.each([
  ['already_reviewed', 'This has already been reviewed'],
  ['change_expired', 'This change expired before another member approved it'],
  ['forbidden', 'Your role does not allow this'],
  ['second_member_required', 'Another staff member must confirm this'],
])('a decision that is refused says why: %s', async (error, message) => {
  platform.changes = [changeOf('1')];
  const user = openConsole(platform, 'changes');
  await user.click(await button('Approve change 1'));
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'As agreed' } });
  refuse(APPROVE, error, message);
  platform.changes = [];
  await user.click(form.getByRole('button', { name: 'Approve' }));
  expect((await form.findByRole('alert')).textContent).toBe(message);
  // What others did meanwhile shows behind the dialog.
  expect(await screen.findByText('No change waits for another member.')).toBeDefined();
});

test.each(['Reject', 'Withdraw'] as const)('%s ends it, with a reason', async (name) => {
  platform.changes = [changeOf('1', { actions: [name === 'Reject' ? 'reject' : 'withdraw'] })];
  accept(END);
  const user = openConsole(platform, 'changes');
  await user.click(await button(`${name} change 1`));
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Not known to me' } });
  await user.click(form.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(platform.sent(`POST ${END}`)).toEqual([{ lang: 'en', id: '1', reason: 'Not known to me' }]);
});

test('a dialog whose change waits for another member says so, and leads to it', async () => {
  const user = openConsole(platform, 'instruments');
  platform.reply('POST /api/staff/instruments/resume', {
    status: 200,
    body: { type: 'ok', code: 1, message: { proposed: changeOf('12', { delay_ms: 0 }) } },
  });
  await user.click(await button('Resume ETH/USDT'));
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'It is over' } });
  platform.changes = [changeOf('12', { actions: ['withdraw'] })];
  await user.click(form.getByRole('button', { name: 'Resume' }));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Proposed, not in force yet');
  expect(notice.textContent).toContain(
    `until ${formatMinute(NOW + 7 * 24 * HOUR)}, and takes effect with the approval`,
  );
  expect(screen.queryByText('ETH/USDT trades again')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'See change 12' }));
  expect((await screen.findByRole('article', { name: 'Change 12' })).getAttribute('aria-current')).toBe('true');
});

test('what others decide shows by itself, and figures that are old say so', async () => {
  platform.changes = [changeOf('1')];
  openConsole(platform, 'changes');
  await card('1');
  platform.changes = [];
  await pass(10_000);
  expect(await screen.findByText('No change waits for another member.')).toBeDefined();
  platform.reply('GET /api/staff/changes', 'no connection');
  await pass(10_000);
  expect(await screen.findByText('The changes did not load')).toBeDefined();
});
