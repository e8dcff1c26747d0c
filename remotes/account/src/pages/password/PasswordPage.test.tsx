// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anna, answering, inEnglish, show } from '../../testing/show.tsx';
import PasswordPage from './PasswordPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const sent = { sent_to: 'a***a@example.com', expires_at: 0, resend_at: Date.now() + 60_000 };
const calls = (update: unknown) =>
  answering({ 'GET /user/info': anna, 'POST /sms_send': sent, 'POST /safe/update_password': update });

beforeAll(inEnglish);
beforeEach(() => {
  api.mockReset().mockImplementation(calls({ sessions_ended: 1, withdrawals_blocked_until: 1_790_000_000_000 }));
});
afterEach(cleanup);

const fill = async (hands: ReturnType<typeof show>, repeated: string) => {
  await hands.type(screen.getByLabelText('Current password'), 'old-secret');
  await hands.type(screen.getByLabelText('New password'), 'new-secret');
  await hands.type(screen.getByLabelText('Repeat password'), repeated);
  await hands.type(screen.getByLabelText(/Verification code/), '123456');
  await hands.click(screen.getByRole('button', { name: 'Change login password' }));
};
const updates = () => api.mock.calls.filter(([key]) => key === 'POST /safe/update_password');

test('a code is sent once a minute at most', async () => {
  const hands = show(<PasswordPage />);
  await hands.click(screen.getByRole('button', { name: 'Send code' }));
  expect(api).toHaveBeenCalledWith('POST /sms_send', { scene: 'change_password' });
  const again = await screen.findByRole('button', { name: /Send again/ });
  expect((again as HTMLButtonElement).disabled).toBe(true);
});

test('two different new passwords are not sent', async () => {
  await fill(show(<PasswordPage />), 'new-secrez');
  expect(screen.getByText('The two passwords are different')).toBeDefined();
  expect(updates()).toEqual([]);
});

test('the changed password leads back to security', async () => {
  await fill(show(<PasswordPage />), 'new-secret');
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/security'));
  const fields = { old_password: 'old-secret', password: 'new-secret', re_password: 'new-secret', code: '123456' };
  expect(updates()).toEqual([['POST /safe/update_password', fields]]);
});

test('what the server says of a field stands at that field', async () => {
  const wrong = new ApiError('password_wrong', 'That is not your password', {
    field: 'old_password',
    fromServer: true,
  });
  api.mockImplementation(calls(wrong));
  await fill(show(<PasswordPage />), 'new-secret');
  const field = screen.getByLabelText('Current password');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('That is not your password')).toBeDefined();
});
