// @vitest-environment jsdom
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { kycFixtures, verification } from '@tessera/api/kyc/fixtures';
import { device, securityFixtures } from '@tessera/api/security/fixtures';
import { type FakeExchange, fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import account from '../../remote.tsx';
import SecurityPage from './SecurityPage.tsx';

let exchange: FakeExchange;

beforeAll(() => startScreens(account));
beforeEach(() => {
  signIn();
  exchange = fakeExchange({ ...identityFixtures, ...securityFixtures, ...kycFixtures });
});
afterEach(cleanup);

test('shows which protections are active and which are missing', async () => {
  showScreen(<SecurityPage />);
  expect((await screen.findByRole('link', { name: /Login password/ })).textContent).toContain('Set');
  expect(screen.getByRole('link', { name: /Payment password/ }).textContent).toContain('Not set');
  expect(screen.getByText('d***o@tessera.example')).toBeDefined();
  expect(screen.queryByText(/Withdrawals are paused/)).toBeNull();
});

test('an application under review shows at the identity level', async () => {
  exchange.change({ 'GET /real/state': verification({ state: 'under_review', real_type: 2, reviewed_at: null }) });
  showScreen(<SecurityPage />);
  expect(await screen.findByText('Under review')).toBeDefined();
});

test('paused withdrawals show with the time they resume', async () => {
  exchange.change({ 'GET /user/info': userInfo({ withdrawals_blocked_until: Date.now() + 3_600_000 }) });
  showScreen(<SecurityPage />);
  expect((await screen.findByRole('status')).textContent).toContain('Withdrawals are paused until');
});

test('another device can be logged out, after asking; this one cannot', async () => {
  const { user } = showScreen(<SecurityPage />);
  const list = await screen.findByRole('list', { name: 'Logged-in devices' });
  const [own, other] = within(list).getAllByRole('listitem');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  await user.click(within(other as HTMLElement).getByRole('button', { name: 'Log out' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Log out this device?' });
  expect(dialog.textContent).toContain('Chrome · Windows');
  exchange.change({ 'GET /safe/sessions': { list: [device()] } });
  await user.click(within(dialog).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(exchange.of('POST /safe/sessions/revoke').map(({ form }) => form.get('id'))).toEqual(['2']);
});
