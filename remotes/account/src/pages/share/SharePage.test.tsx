// @vitest-environment jsdom
import { drawQrCode } from '@tessera/ui/content';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anna, answering, inEnglish, show } from '../../testing/show.tsx';
import { invitationLink } from './invitation.ts';
import SharePage from './SharePage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

beforeAll(inEnglish);
beforeEach(() => {
  api.mockReset().mockImplementation(answering({ 'GET /user/info': anna }));
});
afterEach(cleanup);

test('code, link and number of friends are shown; the drawn code holds the link', async () => {
  const hands = show(<SharePage />);
  const link = invitationLink(anna.extension_code, location.href);
  expect(await screen.findByText(link)).toBeDefined();
  expect(screen.getByText('F73RCL5E')).toBeDefined();
  expect(screen.getByText('3')).toBeDefined();
  const { path } = await drawQrCode(link);
  const code = screen.getByRole('img', { name: 'QR code of your invitation link' });
  await waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toBe(path));
  await hands.click(screen.getByRole('button', { name: 'Copy invitation link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
});
