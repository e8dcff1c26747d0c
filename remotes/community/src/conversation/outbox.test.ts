// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { startScreens } from '@tessera/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../remote.tsx';
import { createOutbox, MOST_UNSENT, type Unsent } from './outbox.ts';

beforeAll(() => startScreens(remote));
beforeEach(() => localStorage.clear());

const lost = () => new ApiError('network', 'no response');
const texts = (unsent: readonly Unsent[]) => unsent.map(({ text, state }) => `${text} ${state}`);

/** An exchange that takes a message of one key once, and whose responses may be lost. */
function exchange() {
  const taken = new Map<string, string>();
  const keys: string[] = [];
  let broken: 'no' | 'before' | 'after' = 'no';
  return {
    taken,
    keys,
    cut(how: typeof broken) {
      broken = how;
    },
    async send({ key, text }: Unsent) {
      keys.push(key);
      if (broken === 'before') throw lost();
      if (text === 'spam') throw new ApiError('field_special_characters', 'Not allowed', { fromServer: true });
      taken.set(key, text);
      if (broken === 'after') throw lost();
    },
  };
}

const open = (send: (message: Unsent) => Promise<void>, uid = '1') =>
  createOutbox({ name: 'test', uid, send, now: () => 1 });

test('messages are sent one after the other, in their order', async () => {
  const there = exchange();
  const outbox = open((message) => there.send(message));
  for (const text of ['a', 'b', 'c']) outbox.add({ text, picture: null });
  await outbox.flush();
  expect([...there.taken.values()]).toEqual(['a', 'b', 'c']);
  expect(outbox.unsent()).toEqual([]);
});

test('a lost response repeats the message under its key, and it is taken once', async () => {
  const there = exchange();
  const outbox = open((message) => there.send(message));
  there.cut('after');
  outbox.add({ text: 'a', picture: null });
  await outbox.flush();
  expect(texts(outbox.unsent())).toEqual(['a waiting']);
  there.cut('no');
  await outbox.flush();
  expect(new Set(there.keys).size).toBe(1);
  expect([...there.taken.values()]).toEqual(['a']);
  expect(outbox.unsent()).toEqual([]);
});

test('what was written offline outlives the page, for this user alone', async () => {
  const there = exchange();
  there.cut('before');
  const before = open((message) => there.send(message));
  before.add({ text: 'a', picture: '/api/uploads/x.jpg', extra: { reply_to: '7' } });
  before.add({ text: 'b', picture: null });
  await before.flush();
  expect(open((message) => there.send(message), '2').unsent()).toEqual([]);
  const after = open((message) => there.send(message));
  expect(after.unsent()[0]).toMatchObject({ text: 'a', picture: '/api/uploads/x.jpg', extra: { reply_to: '7' } });
  there.cut('no');
  await after.flush();
  expect([...there.taken.values()]).toEqual(['a', 'b']);
  expect(localStorage.getItem('tessera.community.unsent.test')).toBeNull();
});

test('a rejected message says why, lets the others pass, and is retried or dropped', async () => {
  const there = exchange();
  const outbox = open((message) => there.send(message));
  outbox.add({ text: 'spam', picture: null });
  outbox.add({ text: 'fine', picture: null });
  await outbox.flush();
  expect([...there.taken.values()]).toEqual(['fine']);
  const [failed] = outbox.unsent();
  expect(failed).toMatchObject({ state: 'failed', problem: 'Not allowed' });
  outbox.retry(failed?.key ?? '');
  await outbox.flush();
  expect(there.keys.filter((key) => key === failed?.key)).toHaveLength(2);
  outbox.drop(failed?.key ?? '');
  expect(outbox.unsent()).toEqual([]);
});

test('a device keeps a bounded number, and what is stored may be anything', async () => {
  localStorage.setItem('tessera.community.unsent.test', '{"uid":"1","unsent":[{"key":1}]}');
  const outbox = open(() => Promise.reject(lost()));
  expect(outbox.unsent()).toEqual([]);
  const taken = Array.from({ length: MOST_UNSENT + 3 }, (_, index) => outbox.add({ text: `${index}`, picture: null }));
  expect(taken.filter(Boolean)).toHaveLength(MOST_UNSENT);
  await outbox.flush();
});
