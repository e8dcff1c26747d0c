// @vitest-environment jsdom
import { kycFixtures } from '@tessera/api/kyc/fixtures';
import { fakeExchange, showScreen, signIn, signOut, startScreens } from '@tessera/testing';
import { chosenCountry } from '@tessera/ui/places';
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import AreaPage from '../area/AreaPage.tsx';
import AreasPage from './AreasPage.tsx';

beforeAll(() => startScreens(remote));
beforeEach(() => {
  fakeExchange(kycFixtures);
  chosenCountry.write('FR');
});

test('a guest sees where forms begin, and picks another country', async () => {
  signOut();
  showScreen(<AreasPage />, '/pages/setting/areas');
  expect(screen.getByRole('link', { name: /France \(\+33\)/ })).toBeDefined();
  expect(screen.queryByText('Verified country')).toBeNull();
  cleanup();
  const { user } = showScreen(<AreaPage />, '/pages/common/area');
  await user.type(screen.getByRole('searchbox'), '+81');
  await user.click(screen.getByRole('radio', { name: /Japan/ }));
  expect(chosenCountry.read()).toBe('JP');
});

test('a user sees the verified country beside it', async () => {
  signIn();
  showScreen(<AreasPage />, '/pages/setting/areas');
  expect(await screen.findByText(/Not verified|Germany/)).toBeDefined();
});
