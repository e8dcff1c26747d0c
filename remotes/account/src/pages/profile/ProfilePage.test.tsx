// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anna, answering, inEnglish, show } from '../../testing/show.tsx';
import ProfilePage from './ProfilePage.tsx';

const { api, upload } = vi.hoisted(() => ({ api: vi.fn(), upload: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api, upload }));

beforeAll(inEnglish);
beforeEach(() => {
  upload.mockReset().mockResolvedValue('/api/upload/new.webp');
  api.mockReset().mockImplementation(
    answering({
      'GET /user/info': anna,
      'POST /user/editNickname': { nickname: 'Berta', signature: '' },
      'POST /user/uploadHeadPortrait': { avatar: '/api/upload/new.webp' },
    }),
  );
});
afterEach(cleanup);

test('only what was changed is sent, and the shell is told', async () => {
  const refreshed = vi.fn();
  const stop = bus.on('session.refresh', refreshed);
  const hands = show(<ProfilePage />);
  const nickname = await screen.findByLabelText('Nickname');
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  await hands.clear(nickname);
  await hands.type(nickname, 'Berta');
  await hands.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(refreshed).toHaveBeenCalledOnce());
  stop();
  expect(api).toHaveBeenCalledWith('POST /user/editNickname', { nickname: 'Berta' });
});

test('a nickname that breaks the rules is refused at its field', async () => {
  const hands = show(<ProfilePage />);
  const nickname = await screen.findByLabelText('Nickname');
  await hands.clear(nickname);
  await hands.type(nickname, 'A!');
  await hands.tab();
  expect(screen.getByText('Chinese or English letters and digits only')).toBeDefined();
});

test('a picked picture becomes the profile picture; another kind of file is refused', async () => {
  show(<ProfilePage />);
  const picker = await screen.findByLabelText('Change picture');
  fireEvent.change(picker, { target: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] } });
  expect(upload).not.toHaveBeenCalled();
  fireEvent.change(picker, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } });
  await waitFor(() =>
    expect(api).toHaveBeenCalledWith('POST /user/uploadHeadPortrait', { avatar: '/api/upload/new.webp' }),
  );
});
