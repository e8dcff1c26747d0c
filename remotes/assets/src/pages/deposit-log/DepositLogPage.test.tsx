// @vitest-environment jsdom
import { depositClaim, depositsFixtures } from '@tessera/api/deposits/fixtures';
import { fakeExchange, pageOf, showScreen, signIn, startScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import DepositLogPage from './DepositLogPage.tsx';

beforeAll(() => startScreens(remote));
beforeEach(() => signIn());

const reviewed_at = Date.UTC(2026, 10, 20, 16);

async function opened(claim: ReturnType<typeof depositClaim>) {
  fakeExchange({ ...depositsFixtures, 'GET /recharge/log': pageOf([claim]) });
  const { user } = showScreen(<DepositLogPage />, '/pages/fund/receive_withdraw_record');
  await user.click(await screen.findByRole('button', { name: /USDT · TRC20/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Deposit details' }));
  return { sheet, steps: sheet.getAllByRole('listitem').map(({ textContent }) => textContent) };
}

test('a claim under review has the times of its steps so far', async () => {
  const { steps } = await opened(depositClaim());
  expect(steps).toEqual([
    expect.stringMatching(/^Claimed11\/20\/2026/),
    expect.stringMatching(/Under review11\/20\/2026/),
    expect.stringMatching(/Credited$/),
  ]);
});

test('a credited one shows when and how much', async () => {
  const { sheet, steps } = await opened(depositClaim({ status: 'approved', credited: '249.5', reviewed_at }));
  expect(steps.at(-1)).toMatch(/^Credited11\/20\/2026/);
  expect(sheet.getByText('249.5 USDT')).toBeTruthy();
});

test('a rejected one shows when and why', async () => {
  const { sheet, steps } = await opened(
    depositClaim({ status: 'rejected', reviewed_at, reason: 'No such payment was found' }),
  );
  expect(steps.at(-1)).toMatch(/^Rejected11\/20\/2026/);
  expect(sheet.getByText('No such payment was found')).toBeTruthy();
});
