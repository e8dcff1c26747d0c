// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchFirst } from './first-request.ts';

const URL_OF_LIST = 'https://h5.example/api/shop/list?page=1&lang=de';
const asked = (token?: string, url = URL_OF_LIST) =>
  new Request(url, { headers: token === undefined ? {} : { authorization: token } });
const early = new Response('early');
const late = new Response('late');
const send = vi.fn(() => Promise.resolve(late));

beforeEach(() => {
  send.mockClear();
  vi.stubGlobal('fetch', send);
  window.tesseraFirst = { url: URL_OF_LIST, token: 'mine', response: Promise.resolve(early) };
});
afterEach(() => {
  window.tesseraFirst = undefined;
  vi.unstubAllGlobals();
});

test('the first request of the page is taken once', async () => {
  expect(await fetchFirst(asked('mine'))).toBe(early);
  expect(send).not.toHaveBeenCalled();
  expect(await fetchFirst(asked('mine'))).toBe(late);
});

test.each([
  ['another request', () => fetchFirst(asked('mine', `${URL_OF_LIST}&keyword=a`))],
  ['the same one in another session', () => fetchFirst(asked('other'))],
  ['the same one of a guest', () => fetchFirst(asked())],
  ['an address', () => fetchFirst('https://h5.example/api/uploads/1')],
])('%s is sent', async (_what, request) => {
  expect(await request()).toBe(late);
  expect(window.tesseraFirst).toBeDefined();
});

test('what did not arrive is sent again', async () => {
  const response = Promise.reject(new TypeError('no connection'));
  window.tesseraFirst = { url: URL_OF_LIST, token: 'mine', response };
  expect(await fetchFirst(asked('mine'))).toBe(late);
});
