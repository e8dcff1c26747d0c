// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { expect, test, vi } from 'vitest';
import { startTheme } from './theme.ts';

test('the theme follows the device until one is chosen, and again after System; colours of up and down are kept', () => {
  const device = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => device);
  const { dataset } = document.documentElement;
  const turn = (dark: boolean) => {
    device.matches = dark;
    device.dispatchEvent(new Event('change'));
  };
  startTheme();
  expect([dataset.theme, dataset.direction]).toEqual(['dark', 'green-up']);
  turn(false);
  expect([dataset.theme, bus.last('theme')]).toEqual(['light', 'light']);

  bus.request('appearance.request', { theme: 'dark' });
  turn(true);
  turn(false);
  expect(dataset.theme).toBe('dark');
  bus.request('appearance.request', { theme: 'system' });
  expect(dataset.theme).toBe('light');

  bus.request('appearance.request', { direction: 'cb' });
  expect(dataset.direction).toBe('cb');
  expect(bus.last('appearance')).toEqual({ theme: 'system', direction: 'cb' });
  expect([localStorage.getItem('tessera.host.theme'), localStorage.getItem('tessera.host.direction')]).toEqual([
    'system',
    'cb',
  ]);
});
