import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { whole } from '../fields.ts';
import { createJsonClient, defineJsonContract, JsonCallFailure, jsonRequest, readJsonInput } from './index.ts';

const shelf = defineJsonContract({
  'GET /books/:isbn/pages': {
    access: 'public',
    input: z.object({ isbn: z.string(), from: z._default(whole(1), 1), word: z.optional(z.string()) }),
    output: z.object({ pages: z.int() }),
    summary: 'How many pages of a book hold a word',
  },
  'POST /books/:isbn/loan': {
    access: 'member',
    input: z.strictObject({ isbn: z.string(), days: z.int() }),
    output: z.undefined(),
    errors: ['lent_already'],
    summary: 'Borrow a book',
  },
});
const [read, borrow] = [shelf['GET /books/:isbn/pages'], shelf['POST /books/:isbn/loan']];

/** The request as a server parses it. */
function partsOf(call: typeof read | typeof borrow, input: object) {
  const { path, body } = jsonRequest(call, input);
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const isbn = decodeURIComponent(pathname.split('/')[2] ?? '');
  return { params: { isbn }, query: Object.fromEntries(searchParams), body: body && JSON.parse(body) };
}

/** Path segments `.` and `..` do not survive in a URL, however encoded. */
const isbn = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !['.', '..'].includes(text));

describe('a JSON contract', () => {
  test('has method, path and errors of each call', () => {
    expect(read).toMatchObject({ method: 'GET', path: '/books/:isbn/pages', errors: [] });
    expect(borrow).toMatchObject({ method: 'POST', access: 'member', errors: ['lent_already'] });
  });

  test('carries any input to the server: parameters in the path, the rest in query or body', () => {
    fc.assert(
      fc.property(isbn, fc.integer({ min: 1, max: 9_999 }), fc.string({ unit: 'grapheme' }), (id, number, word) => {
        const query = { isbn: id, from: number, word };
        expect(readJsonInput(read, partsOf(read, query))).toEqual({ ok: true, value: query });
        const body = { isbn: id, days: number };
        expect(readJsonInput(borrow, partsOf(borrow, body))).toEqual({ ok: true, value: body });
      }),
    );
  });

  test('fills in defaults, and leaves out what is undefined', () => {
    expect(jsonRequest(read, { isbn: '1', word: undefined }).path).toBe('/books/1/pages');
    expect(readJsonInput(read, partsOf(read, { isbn: '1' }))).toEqual({ ok: true, value: { isbn: '1', from: 1 } });
  });

  test('names every field that is wrong', () => {
    const parts = { params: { isbn: '1' }, query: {}, body: { days: 'ten', extra: 1 } };
    const reading = readJsonInput(borrow, parts);
    expect(reading).toEqual({ ok: false, faults: expect.stringContaining('days: Invalid input: expected number') });
    expect(reading).toMatchObject({ faults: expect.stringContaining('extra') });
    expect(readJsonInput(shelf['POST /books/:isbn/loan'], { params: {}, query: {}, body: [] })).toMatchObject({
      faults: expect.stringContaining('body: '),
    });
  });
});

describe('its client', () => {
  const clientOf = (respond: (url: string, init: RequestInit) => Promise<Response>, timeoutMs?: () => number) =>
    createJsonClient(shelf, {
      origin: 'http://127.0.0.1',
      fetch: (url, init) => respond(String(url), init ?? {}),
      headers: () => ({ authorization: 'Bearer t' }),
      timeoutMs,
    });
  const failureOf = async (pending: Promise<unknown>) => {
    const error: unknown = await pending.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(JsonCallFailure);
    return error as JsonCallFailure;
  };

  test('sends requests of the contract and returns the output', async () => {
    const sent: unknown[] = [];
    const send = clientOf(async (url, { method, body, headers }) => {
      sent.push([method, url, body, headers]);
      return method === 'GET' ? Response.json({ pages: 3 }) : new Response(null, { status: 204 });
    });
    expect(await send('GET /books/:isbn/pages', { isbn: 'a/b', word: 'ü' })).toEqual({ pages: 3 });
    expect(await send('POST /books/:isbn/loan', { isbn: '1', days: 7 })).toBeUndefined();
    const headers = { accept: 'application/json', authorization: 'Bearer t' };
    expect(sent).toEqual([
      ['GET', 'http://127.0.0.1/books/a%2Fb/pages?word=%C3%BC', undefined, headers],
      ['POST', 'http://127.0.0.1/books/1/loan', '{"days":7}', { ...headers, 'content-type': 'application/json' }],
    ]);
  });

  test('distinguishes a missing response, an error and a foreign body', async () => {
    const call = (respond: () => Promise<Response>) =>
      failureOf(clientOf(respond)('GET /books/:isbn/pages', { isbn: '1' }));
    expect(await call(() => Promise.reject(new TypeError('refused')))).toMatchObject({ kind: 'network', status: 0 });
    expect(await call(async () => Response.json({ error: 'gone' }, { status: 410 }))).toMatchObject({
      kind: 'status',
      status: 410,
      body: { error: 'gone' },
    });
    expect(await call(async () => new Response('<html>', { status: 502 }))).toMatchObject({
      status: 502,
      body: undefined,
    });
    expect(await call(async () => Response.json({ pages: 'three' }))).toMatchObject({ kind: 'malformed', status: 200 });
  });

  const untilAborted = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      const abort = () => reject(signal?.reason);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
    });

  test('times out, and lets the caller abort a call', async () => {
    const late = clientOf(untilAborted, () => 0)('GET /books/:isbn/pages', { isbn: '1' });
    expect(await failureOf(late)).toMatchObject({ kind: 'timeout' });
    const aborted = clientOf(untilAborted)('GET /books/:isbn/pages', { isbn: '1' }, AbortSignal.abort());
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });
});
