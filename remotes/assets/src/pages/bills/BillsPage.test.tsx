// @vitest-environment jsdom
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { pageOf, reject, showScreen, testScreens } from '@tessera/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import BillsPage from './BillsPage.tsx';

const RECORDS = 'POST /wallet/legal_log';
const STATEMENT = 'POST /wallet/statement';

let followed: string[];

beforeEach(() => {
  followed = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(new URL(this.href).pathname);
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response());
  vi.stubEnv('TZ', 'Asia/Tokyo');
});
const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => walletFixtures,
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const open = () => showScreen(<BillsPage />, '/pages/setting/bill');
const asked = (call: string) => exchange.of(call).map(({ form }) => Object.fromEntries(form));
const day = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('days, type and currency select the records, from midnight to midnight where the user is', async () => {
  const { user } = open();
  await screen.findByText('Transfer between accounts');
  await user.click(screen.getByRole('button', { name: /^Type/ }));
  await user.click(await screen.findByRole('radio', { name: 'Deposit' }));
  day('From', '2026-11-02');
  day('To', '2026-11-03');
  await waitFor(() =>
    expect(asked(RECORDS).at(-1)).toMatchObject({
      kind: 'deposit',
      from: String(Date.UTC(2026, 10, 1, 15)),
      to: String(Date.UTC(2026, 10, 3, 15) - 1),
    }),
  );
});

test('a statement is asked for in the zone of the user and opened by its link; a type does not limit it', async () => {
  const { user } = open();
  await screen.findByText('Transfer between accounts');
  await user.click(screen.getByRole('button', { name: /^Type/ }));
  await user.click(await screen.findByRole('radio', { name: 'Deposit' }));
  day('From', '2026-11-02');
  await user.click(screen.getByRole('button', { name: 'Statement (PDF)' }));
  await waitFor(() => expect(followed).toEqual([walletFixtures[STATEMENT].path]));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(followed).toHaveLength(2));
  const common = { time_zone: 'Asia/Tokyo', from: String(Date.UTC(2026, 10, 1, 15)), lang: 'en' };
  expect(asked(STATEMENT)).toEqual([
    { ...common, format: 'pdf' },
    { ...common, format: 'csv', kind: 'deposit' },
  ]);
});

test('days in the wrong order are shown as such, and no statement can be asked for', async () => {
  open();
  await screen.findByText('Transfer between accounts');
  day('From', '2026-11-05');
  day('To', '2026-11-03');
  expect(await screen.findByText('Choose a day on or after the first')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Statement (PDF)' })).toHaveProperty('disabled', true);
});

test('without records there is no table, but a statement of the balances', async () => {
  exchange.change({ [RECORDS]: pageOf([]) });
  open();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true));
  expect(screen.getByRole('button', { name: 'Statement (PDF)' })).toHaveProperty('disabled', false);
});

test('a statement that cannot be made opens nothing', async () => {
  exchange.change({ [STATEMENT]: reject('statement_busy', 'One is being made') });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Statement (PDF)' }));
  await waitFor(() => expect(exchange.of(STATEMENT)).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Statement (PDF)' })).toHaveProperty('disabled', false),
  );
  expect(followed).toEqual([]);
});
