// @vitest-environment jsdom
import { logIn, securityFixtures } from '@tessera/api/security/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeName } from '../../place/place-name.ts';
import account from '../../remote.tsx';
import LogInsPage from './LogInsPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => securityFixtures,
});

test('each log-in shows its device, place and whether it ended', async () => {
  exchange.change({
    'GET /safe/log_ins': {
      list: [logIn(), logIn({ id: '1', current: false, country: null, ended_at: 1, address: '2001:db8::7' })],
      page: 1,
      limit: 10,
      total: 2,
    },
  });
  showScreen(<LogInsPage />);
  const [own, other] = await screen.findAllByRole('listitem');
  expect(own?.textContent).toContain('Germany');
  expect(own?.textContent).toContain('This device');
  expect(other?.textContent).toContain('Place unknown');
  expect(other?.textContent).toContain('Ended');
});

test('a failure can be tried again', async () => {
  exchange.change({ 'GET /safe/log_ins': reject('server_fault', 'A fault') });
  showScreen(<LogInsPage />);
  expect(await screen.findByText('A fault')).toBeDefined();
});

test('a place has its name in the user’s language', () => {
  expect(placeName('DE', 'de')).toBe('Deutschland');
  expect(placeName('DE', 'zh-CN')).toBe('德国');
  expect(placeName(null, 'de')).toBeNull();
});
