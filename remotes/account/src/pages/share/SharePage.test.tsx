// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { drawQrCode, invitationLink } from '@tessera/ui/content';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import account from '../../remote.tsx';
import SharePage from './SharePage.tsx';

beforeAll(() => startScreens(account));
beforeEach(() => {
  signIn();
  fakeExchange(identityFixtures);
});
afterEach(cleanup);

test('code, link and number of friends are shown; the drawn code holds the link', async () => {
  const { user } = showScreen(<SharePage />);
  const { extension_code } = identityFixtures['GET /user/info'];
  const link = invitationLink(extension_code, location.href);
  expect(await screen.findByText(link)).toBeDefined();
  expect(screen.getByText(extension_code)).toBeDefined();
  expect(screen.getByText('3')).toBeDefined();
  const { path } = await drawQrCode(link);
  const code = screen.getByRole('img', { name: 'QR code of your invitation link' });
  await waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toBe(path));
  await user.click(screen.getByRole('button', { name: 'Copy invitation link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
});
