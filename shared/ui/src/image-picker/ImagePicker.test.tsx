// @vitest-environment jsdom
import '../testing/english.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ImagePicker } from './ImagePicker.tsx';

beforeAll(() => {
  URL.createObjectURL = ({ name }: File) => `blob:${name}`;
  URL.revokeObjectURL = revoke;
});

const revoke = vi.fn();
const idle = { busy: false, progress: 0, problem: null, retry: () => undefined };
const anyFile = userEvent.setup({ applyAccept: false });
const input = () => screen.getByLabelText<HTMLInputElement>(/Voucher: /);

test('passes an image on and shows it', async () => {
  const pick = vi.fn();
  render(<ImagePicker label="Voucher" upload={idle} onPick={pick} />);
  const file = new File(['x'], 'voucher.png', { type: 'image/png' });
  await anyFile.upload(input(), file);
  expect(pick).toHaveBeenCalledExactlyOnceWith(file);
  expect(screen.getByRole('img', { name: 'Voucher' }).getAttribute('src')).toBe('blob:voucher.png');
});

test('rejects files that are not images or larger than 10 MB', async () => {
  const pick = vi.fn();
  render(<ImagePicker label="Voucher" upload={idle} onPick={pick} />);
  await anyFile.upload(input(), new File(['x'], 'voucher.pdf', { type: 'application/pdf' }));
  expect(screen.getByText('Choose a JPEG, PNG or WebP image')).toBeTruthy();
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'voucher.jpg', { type: 'image/jpeg' });
  await anyFile.upload(input(), large);
  expect(await screen.findByText('The image is larger than 10 MB')).toBeTruthy();
  expect(pick).not.toHaveBeenCalled();
});

describe('a photo of more bytes than are taken', () => {
  const close = vi.fn();
  const encode = vi.fn();
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2_400, height: 3_200, close }));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect() {}, drawImage() {} } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
      encode(this.width, this.height, type);
      done(new Blob(['small'], { type: 'image/jpeg' }));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    encode.mockReset();
  });
  const photo = (name: string) => new File([new Uint8Array(10 * 1024 * 1024 + 1)], name, { type: 'image/jpeg' });

  test('is shrunk, shown and passed on', async () => {
    const pick = vi.fn();
    render(<ImagePicker label="Voucher" upload={idle} onPick={pick} />);
    await anyFile.upload(input(), photo('passport.JPEG'));
    await waitFor(() => expect(pick).toHaveBeenCalledOnce());
    const [[taken]] = pick.mock.calls as [[File]];
    expect([taken.name, taken.type, taken.size]).toEqual(['passport.jpg', 'image/jpeg', 5]);
    expect(encode).toHaveBeenCalledExactlyOnceWith(2_400, 3_200, 'image/jpeg');
    expect(close).toHaveBeenCalled();
    expect(screen.getByRole('img', { name: 'Voucher' }).getAttribute('src')).toBe('blob:passport.jpg');
    expect(screen.queryByText(/larger than/)).toBeNull();
  });

  test('gives way to one that is picked meanwhile, and to leaving', async () => {
    const pick = vi.fn();
    const { unmount } = render(<ImagePicker label="Voucher" upload={idle} onPick={pick} />);
    const drawn = Promise.withResolvers<object>();
    vi.stubGlobal('createImageBitmap', () => drawn.promise);
    await anyFile.upload(input(), photo('a.jpg'));
    const small = new File(['x'], 'b.png', { type: 'image/png' });
    await anyFile.upload(input(), small);
    await anyFile.upload(input(), photo('c.jpg'));
    unmount();
    drawn.resolve({ width: 1, height: 1, close });
    await vi.waitFor(() => expect(encode).toHaveBeenCalledTimes(2));
    expect(pick.mock.calls).toEqual([[small]]);
  });

  test('is refused where it stays too large, or the browser cannot read it', async () => {
    render(<ImagePicker label="Voucher" upload={idle} onPick={() => undefined} />);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(photo('still large')));
    await anyFile.upload(input(), photo('a.jpg'));
    expect(await screen.findByText('The image is larger than 10 MB')).toBeTruthy();
    await anyFile.upload(input(), new File(['x'], 'b.png', { type: 'image/png' }));
    expect(screen.queryByText(/larger than/)).toBeNull();
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no memory')));
    await anyFile.upload(input(), photo('a.jpg'));
    expect(await screen.findByText('The image is larger than 10 MB')).toBeTruthy();
  });
});

test('a picture that is replaced, removed or left behind is released', async () => {
  revoke.mockReset();
  const removed = vi.fn();
  const { unmount } = render(<ImagePicker label="Voucher" upload={idle} onPick={() => undefined} onRemove={removed} />);
  const pick = (name: string) => anyFile.upload(input(), new File(['x'], name, { type: 'image/png' }));
  await pick('a.png');
  await pick('b.png');
  expect(revoke.mock.calls).toEqual([['blob:a.png']]);
  await anyFile.click(screen.getByRole('button', { name: 'Remove image' }));
  expect(removed).toHaveBeenCalledOnce();
  expect(screen.queryByRole('img')).toBeNull();
  await pick('c.png');
  unmount();
  expect(revoke.mock.calls).toEqual([['blob:a.png'], ['blob:b.png'], ['blob:c.png']]);
});

test('shows how far the upload is, which can be cancelled, and keeps the focus where it was', async () => {
  const removed = vi.fn();
  const picked = vi.fn();
  const picker = (busy: boolean, progress: number) => (
    <ImagePicker label="Voucher" upload={{ ...idle, busy, progress }} onPick={picked} onRemove={removed} />
  );
  const { rerender } = render(picker(false, 0));
  await anyFile.upload(input(), new File(['x'], 'a.png', { type: 'image/png' }));
  expect(document.activeElement).toBe(input());
  rerender(picker(true, 0.456));
  expect(document.activeElement).toBe(input());
  expect(input().getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(input(), { target: { files: [new File(['x'], 'b.png', { type: 'image/png' })] } });
  expect(picked).toHaveBeenCalledOnce();
  expect(screen.getByRole('progressbar', { name: 'Uploading' }).getAttribute('aria-valuenow')).toBe('46');
  await anyFile.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(removed).toHaveBeenCalledOnce();
  expect(screen.queryByRole('img')).toBeNull();
});

test('a failed upload stays in view with its reason and is tried again without picking anew', async () => {
  const retry = vi.fn();
  const picker = (problem: string | null) => (
    <ImagePicker label="Voucher" upload={{ ...idle, problem, retry }} onPick={() => undefined} />
  );
  const { rerender } = render(picker(null));
  await anyFile.upload(input(), new File(['x'], 'a.png', { type: 'image/png' }));
  rerender(picker('No connection'));
  expect(screen.getByText('No connection')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Voucher' })).toBeTruthy();
  await anyFile.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
