// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { downloadFrom, saveFile } from './save-file.ts';

let followed: { readonly href: string; readonly name: string }[];
let said: unknown[];
beforeAll(() => {
  bus.on('toast', (toast) => said.push(toast));
});

beforeEach(() => {
  followed = [];
  said = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push({ href: this.href, name: this.download });
  });
});
afterEach(() => vi.restoreAllMocks());

test('a file of the page is saved by its name, and its address is given back once the browser has read it', () => {
  vi.useFakeTimers();
  const given = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  saveFile(new Blob(['{}']), 'proof.json');
  expect(followed).toEqual([{ href: 'blob:file', name: 'proof.json' }]);
  vi.advanceTimersByTime(59_000);
  expect(given).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(given).toHaveBeenCalledExactlyOnceWith('blob:file');
  vi.useRealTimers();
  expect(document.querySelector('a')).toBeNull();
});

test('a path of this origin is downloaded, once it is known to lead to a file', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await downloadFrom('/api/exports/a1?b=2');
  const href = `${location.origin}/api/exports/a1?b=2`;
  expect(asked).toHaveBeenCalledExactlyOnceWith(href, { method: 'HEAD', cache: 'no-store' });
  expect(followed).toEqual([{ href, name: '' }]);
});

test.each([
  ['an expired link', () => Promise.resolve(new Response(null, { status: 404 }))],
  ['a link without a connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s saves no file: a notice says so', async (_, respond) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
  await downloadFrom('/api/exports/a1');
  expect(followed).toEqual([]);
  expect(said).toMatchObject([{ tone: 'error' }]);
});

test.each(['https://evil.example/?token=1', '//evil.example/a', '/\\evil.example', 'javascript:alert(1)', 'data:,a'])(
  '%s is not followed',
  async (address) => {
    await expect(downloadFrom(address)).rejects.toThrow(TypeError);
    expect(followed).toEqual([]);
  },
);
