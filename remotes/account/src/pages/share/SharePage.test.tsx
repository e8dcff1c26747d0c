// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anna, answering, inEnglish, show } from '../../testing/show.tsx';
import { invitationLink } from './invitation.ts';
import SharePage from './SharePage.tsx';

const { api, toDataURL } = vi.hoisted(() => ({ api: vi.fn(), toDataURL: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));
// jsdom has no canvas to draw on.
vi.mock('qrcode', () => ({ toDataURL }));

beforeAll(inEnglish);
beforeEach(() => {
  api.mockReset().mockImplementation(answering({ 'GET /user/info': anna }));
  toDataURL.mockReset().mockResolvedValue('data:image/png;base64,AA==');
});
afterEach(cleanup);

test('code, link and number of friends are shown; the drawn code holds the link', async () => {
  const hands = show(<SharePage />);
  const link = invitationLink(anna.extension_code, location.href);
  expect(await screen.findByText(link)).toBeDefined();
  expect(screen.getByText('F73RCL5E')).toBeDefined();
  expect(screen.getByText('3')).toBeDefined();
  expect(toDataURL).toHaveBeenCalledWith(link, expect.anything());
  await hands.click(screen.getByRole('button', { name: 'Copy invitation link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
});
