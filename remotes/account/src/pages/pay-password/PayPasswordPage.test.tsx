// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anna, answering, inEnglish, show } from '../../testing/show.tsx';
import PayPasswordPage from './PayPasswordPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const calls = (answer: unknown) => answering({ 'GET /user/info': anna, 'POST /safe/pay_password': answer });

beforeAll(inEnglish);
beforeEach(() => {
  api.mockReset().mockImplementation(calls({}));
});
afterEach(cleanup);

const enterCode = async (hands: ReturnType<typeof show>) => {
  await hands.type(screen.getByLabelText(/Verification code/), '654321');
  await hands.click(screen.getByRole('button', { name: 'Next' }));
};
const press = async (hands: ReturnType<typeof show>, digits: string) => {
  for (const digit of digits) await hands.click(screen.getByRole('button', { name: digit }));
};

test('the same six digits twice are set, and lead back to security', async () => {
  const hands = show(<PayPasswordPage />);
  await enterCode(hands);
  await press(hands, '130579');
  await screen.findByRole('group', { name: 'Enter the same digits again' });
  await press(hands, '130579');
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/security'));
  const fields = { key: '130579', re_key: '130579', code: '654321' };
  expect(api).toHaveBeenCalledWith('POST /safe/pay_password', fields);
});

test('different digits are not sent: both are entered again', async () => {
  const hands = show(<PayPasswordPage />);
  await enterCode(hands);
  await press(hands, '130579');
  await press(hands, '130570');
  expect(screen.getByRole('group', { name: 'Enter a new payment password' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('The two entries do not match. Please choose again.');
  expect(api).not.toHaveBeenCalledWith('POST /safe/pay_password', expect.anything());
});

test('a refused code is told where the code is entered', async () => {
  api.mockImplementation(calls(new ApiError('code_wrong', 'Wrong code', { field: 'code', fromServer: true })));
  const hands = show(<PayPasswordPage />);
  await enterCode(hands);
  await press(hands, '130579');
  await press(hands, '130579');
  expect(await screen.findByText('Wrong code')).toBeDefined();
  expect((screen.getByLabelText(/Verification code/) as HTMLInputElement).value).toBe('');
});
