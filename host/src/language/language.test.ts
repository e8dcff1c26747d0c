// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { beforeEach, expect, test, vi } from 'vitest';
import { followAccountLanguage, startLanguage } from './language.ts';

const code = () => bus.last('language')?.code;
const chosen = () => localStorage.getItem('tessera.host.language');

beforeEach(async () => {
  localStorage.clear();
  await startLanguage();
});

test('a device on which no language was chosen follows the account, at the next visit too', async () => {
  expect(code()).toBe('en');
  followAccountLanguage('de');
  await vi.waitFor(() => expect(code()).toBe('de'), 10_000);
  expect(chosen()).toBeNull();
  await startLanguage();
  expect(code()).toBe('de');
  followAccountLanguage(null);
  await startLanguage();
  expect(code()).toBe('en');
});

test('the choice on this device has priority over that of the account', async () => {
  bus.emit('language.request', 'fra');
  await vi.waitFor(() => expect(code()).toBe('fra'), 10_000);
  followAccountLanguage('de');
  await startLanguage();
  expect(code()).toBe('fra');
});
