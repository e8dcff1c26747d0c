// @vitest-environment jsdom
import '../testing/english.ts';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OfflineBadge } from './Badge.tsx';

test('says offline only while the device has no network: without a socket the connection is slow', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(<OfflineBadge age={180_000} />);
  expect(screen.getByText(/^Slow connection · Updated 3/)).toBeTruthy();
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(/^Offline · Updated 3/)).toBeTruthy();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText(/^Slow connection/)).toBeTruthy();
});
