// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QrCode } from './QrCode.tsx';
import { qrPath } from './qr-path.ts';

const code = () => screen.getByRole('img', { name: 'Deposit address' });
const drawn = () => code().querySelector('path')?.getAttribute('d');

test('the frame is shown immediately, and the code once it is drawn', async () => {
  render(<QrCode content="bitcoin:bc1q" label="Deposit address" caption="bc1q" />);
  expect(code()).toBeDefined();
  await waitFor(() => expect(drawn()).toBe(qrPath('bitcoin:bc1q').path));
  expect(screen.getByText('bc1q')).toBeDefined();
});

test('no outdated code is shown for new content', async () => {
  const { rerender } = render(<QrCode content="a" label="Deposit address" />);
  await waitFor(() => expect(drawn()).toBe(qrPath('a').path));
  rerender(<QrCode content="b" label="Deposit address" />);
  expect(drawn()).toBeUndefined();
  await waitFor(() => expect(drawn()).toBe(qrPath('b').path));
});
