// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadFrom, saveFile } from './save-file.ts';

let followed: { readonly href: string; readonly name: string }[];

beforeEach(() => {
  followed = [];
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

test('a path of this origin is downloaded', () => {
  downloadFrom('/api/exports/a1?b=2');
  expect(followed).toEqual([{ href: `${location.origin}/api/exports/a1?b=2`, name: '' }]);
});

test.each(['https://evil.example/?token=1', '//evil.example/a', '/\\evil.example', 'javascript:alert(1)', 'data:,a'])(
  '%s is not followed',
  (address) => {
    expect(() => downloadFrom(address)).toThrow(TypeError);
    expect(followed).toEqual([]);
  },
);
