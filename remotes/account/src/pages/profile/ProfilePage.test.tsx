// @vitest-environment jsdom
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { uploadsFixtures } from '@tessera/api/uploads/fixtures';
import { bus } from '@tessera/bus';
import { collectToasts, type FakeExchange, fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import account from '../../remote.tsx';
import { croppedPicture } from './cropped.ts';
import ProfilePage from './ProfilePage.tsx';

let exchange: FakeExchange;

beforeAll(async () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  await startScreens(account);
});
beforeEach(() => {
  signIn();
  exchange = fakeExchange({ ...identityFixtures, ...uploadsFixtures });
});

const edits = () => exchange.of('POST /user/editNickname').map(({ form }) => Object.fromEntries(form));
const file = (name: string, type: string) => ({ target: { files: [new File(['x'], name, { type })] } });

test('only what was changed is sent, and the shell reads the user again', async () => {
  const refreshed = vi.fn();
  const stop = bus.on('session.refresh', refreshed);
  const { user } = showScreen(<ProfilePage />);
  const nickname = await screen.findByLabelText('Nickname');
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  await user.clear(nickname);
  await user.type(nickname, 'Berta');
  exchange.change({ 'GET /user/info': userInfo({ nickname: 'Berta' }) });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(refreshed).toHaveBeenCalledOnce());
  stop();
  expect(edits()).toEqual([{ nickname: 'Berta', lang: 'en' }]);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(save.disabled).toBe(true));
});

test('a nickname that breaks the rules is rejected at its field', async () => {
  const { user } = showScreen(<ProfilePage />);
  const nickname = await screen.findByLabelText('Nickname');
  await user.clear(nickname);
  await user.type(nickname, 'A!');
  await user.tab();
  expect(screen.getByText('Letters of one alphabet and digits only')).toBeDefined();
});

test('what was set once cannot be removed; a signature that was never set can stay empty', async () => {
  const { user } = showScreen(<ProfilePage />);
  await user.type(await screen.findByLabelText('Signature'), 'Hi');
  await user.clear(screen.getByLabelText('Nickname'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Required')).toBeDefined();
  expect(edits()).toEqual([]);
  await user.type(screen.getByLabelText('Nickname'), 'Demo');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(edits()).toEqual([{ signature: 'Hi', lang: 'en' }]));
});

test('an older nickname that breaks the rules does not bar a new signature', async () => {
  exchange.change({ 'GET /user/info': userInfo({ nickname: 'user_10000001' }) });
  const { user } = showScreen(<ProfilePage />);
  await user.type(await screen.findByLabelText('Signature'), 'Hi');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(edits()).toEqual([{ signature: 'Hi', lang: 'en' }]));
});

test('a picked picture is cropped before it is sent; another kind of file is rejected', async () => {
  const toasts = collectToasts();
  const { user } = showScreen(<ProfilePage />);
  const picker = await screen.findByLabelText('Change picture');
  fireEvent.change(picker, file('a.pdf', 'application/pdf'));
  expect(toasts.texts).toEqual(['Choose a JPEG, PNG or WebP image']);
  fireEvent.change(picker, file('a.png', 'image/png'));
  const sheet = await screen.findByRole('dialog', { name: 'Adjust picture' });
  expect(within(sheet).getByLabelText('Zoom')).toBeDefined();
  expect(exchange.of('POST /upload')).toEqual([]);
  await user.click(within(sheet).getByRole('button', { name: /Close/ }));
  expect(exchange.of('POST /upload')).toEqual([]);
});

test('the square that was chosen is encoded anew, and what lies around it stays on the device', async () => {
  const drawn: unknown[] = [];
  const context = { fillRect: () => undefined, drawImage: (...args: unknown[]) => drawn.push(args.slice(1)) };
  const canvas = Object.assign(document.createElement('canvas'), {
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(['jpeg'], { type })),
  });
  const create = vi.spyOn(document, 'createElement').mockReturnValue(canvas);
  const picture = await croppedPicture(new Image(), { x: 40, y: 10, width: 300, height: 300 });
  create.mockRestore();
  expect(drawn).toEqual([[40, 10, 300, 300, 0, 0, 512, 512]]);
  expect([picture.type, picture.name, canvas.width]).toEqual(['image/jpeg', 'avatar.jpg', 512]);
});
