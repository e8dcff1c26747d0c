// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { factors, passkey, securityFixtures } from '@tessera/api/security/fixtures';
import { showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import PasskeysPage from './PasskeysPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({
    ...identityFixtures,
    ...securityFixtures,
    'GET /safe/factors': factors({ passkeys: [passkey()], confirmed_until: Date.now() + 200_000 }),
  }),
});

test('a passkey is renamed', async () => {
  const { user } = showScreen(<PasskeysPage />);
  await user.click(await screen.findByRole('button', { name: 'Rename Safari · iPhone' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), ' My phone ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(exchange.of('POST /safe/passkey/rename')).toHaveLength(1));
  expect(exchange.of('POST /safe/passkey/rename')[0]?.form.get('name')).toBe('My phone');
});

test('a passkey is removed, after asking', async () => {
  const { user } = showScreen(<PasskeysPage />);
  await user.click(await screen.findByRole('button', { name: 'Remove Safari · iPhone' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('withdrawals pause for 24 hours');
  exchange.change({ 'POST /safe/change/begin': { passkey: null, totp: true, code: null, factor_from: null } });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.type(await screen.findByLabelText('Authenticator code'), '123456');
  await waitFor(() =>
    expect(
      exchange.of('POST /safe/passkey/remove').map(({ form }) => [form.get('id'), form.get('proof_totp')]),
    ).toEqual([['1', '123456']]),
  );
  expect(exchange.of('POST /safe/change/begin')[0]?.form.get('id')).toBe('1');
});

test('a browser without passkeys says so', async () => {
  showScreen(<PasskeysPage />);
  expect(await screen.findByText('This browser does not support passkeys.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
