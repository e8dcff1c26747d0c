// @vitest-environment jsdom
import { hostCookieName } from '@tessera/manifest';
import { beforeEach, expect, test } from 'vitest';
import { dropCookies } from './drop-cookies.ts';

const BUCKET = `${hostCookieName('bucket', false)}=17`;
const set = (cookie: string, page: Pick<Document, 'cookie'> = document) => {
  page.cookie = cookie;
};
const names = () => document.cookie.split('; ').map((each) => each.split('=')[0]);

beforeEach(() => {
  history.replaceState(null, '', '/h5/');
  for (const name of names()) set(`${name}=; Path=/; Max-Age=0`);
});

test('cookies with which servers end requests are gone, whatever path and domain they name; ours stays', () => {
  set(`${BUCKET}; Path=/`);
  for (let index = 0; index < 3; index += 1) {
    for (const where of ['Path=/', 'Path=/h5', 'Path=/h5/', `Path=/h5; Domain=${location.hostname}`])
      set(`a${index}=${'x'.repeat(1_000)}; ${where}`);
  }
  set(`${'y'.repeat(1_000)}; Path=/h5`);
  expect(document.cookie.length).toBeGreaterThan(9_000);
  dropCookies();
  expect(document.cookie).toBe(BUCKET);
});

test('short ones stay, which are of other services of the operator', () => {
  set(`${BUCKET}; Path=/`);
  set(`measured=${'x'.repeat(2_000)}; Path=/`);
  dropCookies();
  expect(names()).toEqual(expect.arrayContaining(['measured', hostCookieName('bucket', false)]));
});
