// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { addTexts } from '@tessera/i18n';
import { beforeEach, expect, test, vi } from 'vitest';
import { followAccountLanguage, startLanguage } from './language.ts';

const code = () => bus.last('language')?.code;
const chosen = () => localStorage.getItem('tessera.host.language');

let gone: boolean;
const isGone = async () => gone;

beforeEach(async () => {
  gone = false;
  localStorage.clear();
  await startLanguage(isGone);
});

test('a device on which no language was chosen follows the account, at the next visit too', async () => {
  expect(code()).toBe('en');
  followAccountLanguage('de');
  await vi.waitFor(() => expect(code()).toBe('de'), 10_000);
  expect(chosen()).toBeNull();
  await startLanguage(isGone);
  expect(code()).toBe('de');
  followAccountLanguage(null);
  await startLanguage(isGone);
  expect(code()).toBe('en');
});

test('the choice on this device has priority over that of the account', async () => {
  bus.request('language.request', 'fra');
  await vi.waitFor(() => expect(code()).toBe('fra'), 10_000);
  followAccountLanguage('de');
  await startLanguage(isGone);
  expect(code()).toBe('fra');
});

const noGerman = () =>
  addTexts('common', async (language) => {
    if (language === 'de') throw new TypeError('Failed to fetch');
    return { default: {} };
  });

test('a language whose texts are gone with a former host is chosen, and the present host is loaded', async () => {
  const anew = vi.fn();
  addEventListener('tessera-reload', () => anew(chosen()), { once: true });
  await noGerman();
  gone = true;
  bus.request('language.request', 'de');
  await vi.waitFor(() => expect(anew).toHaveBeenCalledWith('de'));
  expect(code()).toBe('en');
});

test('a language that cannot be loaded for another reason is not chosen, and says so', async () => {
  const [anew, told] = [vi.fn(), vi.fn()];
  addEventListener('tessera-reload', anew);
  const stop = bus.on('toast', told);
  await noGerman();
  bus.request('language.request', 'de');
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining({ tone: 'error' })));
  expect(chosen()).toBeNull();
  expect(anew).not.toHaveBeenCalled();
  removeEventListener('tessera-reload', anew);
  stop();
});
