// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { ImagePicker } from './ImagePicker.tsx';

beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

const anyFile = userEvent.setup({ applyAccept: false });
const input = () => screen.getByLabelText<HTMLInputElement>(/Voucher: /);

test('passes an image on and shows it', async () => {
  const pick = vi.fn();
  render(<ImagePicker label="Voucher" picture={null} onPick={pick} />);
  const file = new File(['x'], 'voucher.png', { type: 'image/png' });
  await anyFile.upload(input(), file);
  expect(pick).toHaveBeenCalledExactlyOnceWith(file);
  expect(screen.getByRole('img', { name: 'Voucher' }).getAttribute('src')).toBe('blob:preview');
});

test('rejects files that are not images or larger than 10 MB', async () => {
  const pick = vi.fn();
  render(<ImagePicker label="Voucher" picture={null} onPick={pick} />);
  await anyFile.upload(input(), new File(['x'], 'voucher.pdf', { type: 'application/pdf' }));
  expect(screen.getByText('Choose a JPEG, PNG or WebP image')).toBeTruthy();
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'voucher.jpg', { type: 'image/jpeg' });
  await anyFile.upload(input(), large);
  expect(screen.getByText('The image is larger than 10 MB')).toBeTruthy();
  expect(pick).not.toHaveBeenCalled();
});
