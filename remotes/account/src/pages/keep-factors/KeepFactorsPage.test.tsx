// @vitest-environment jsdom
import { securityFixtures } from '@tessera/api/security/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import KeepFactorsPage from './KeepFactorsPage.tsx';

const TOKEN = 'a'.repeat(43);
const { exchange } = testScreens(account, {
  exchange: () => securityFixtures,
});

const open = (at: string) => showScreen(<KeepFactorsPage />, at);
const PATH = '/pages/setting/keepFactors';

test('stops the removal by a press, not by being opened: programs open links of mails, too', async () => {
  const { user } = open(`${PATH}?token=${TOKEN}`);
  expect(exchange.of('POST /user/factors/keep')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Stop the removal' }));
  expect(await screen.findByText('Removal stopped')).toBeDefined();
  expect(exchange.of('POST /user/factors/keep').map(({ form }) => Object.fromEntries(form))).toMatchObject([
    { token: TOKEN },
  ]);
});

test('a link that was used or is late says so, and one without its token asks for the whole link', async () => {
  exchange.change({ 'POST /user/factors/keep': reject('removal_link_invalid', 'This link is no longer valid') });
  const { user } = open(`${PATH}?token=${TOKEN}`);
  await user.click(screen.getByRole('button', { name: 'Stop the removal' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid');
  cleanup();
  open(PATH);
  expect(screen.getByText(/not complete/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Stop the removal' })).toBeNull();
});
