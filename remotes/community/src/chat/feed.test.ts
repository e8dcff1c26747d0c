import { chatMessage } from '@tessera/api/chat/fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feedOf, isMissed, mineOf, withChanges, withEarlier, withOwn } from './feed.ts';

const page = (seqs: readonly number[], revision: number, more = false) => ({
  list: seqs.map((seq) => chatMessage({ seq })),
  mine: [],
  revision,
  more,
});
const seqsOf = ({ messages }: ReturnType<typeof feedOf>) => messages.map(({ seq }) => seq);

test('new messages come at the end, changed ones stay in their place, older ones than the first are left out', () => {
  const feed = feedOf(page([3, 4], 4, true));
  const next = withChanges(
    feed,
    [
      chatMessage({ seq: 4, revision: 5, text: 'edited' }),
      chatMessage({ seq: 1, revision: 6 }),
      chatMessage({ seq: 5, revision: 7 }),
    ],
    7,
  );
  expect(seqsOf(next)).toEqual([3, 4, 5]);
  expect(next.messages[1]?.text).toBe('edited');
  expect(next.revision).toBe(7);
  expect(seqsOf(withEarlier(next, page([1, 2, 3], 9)))).toEqual([1, 2, 3, 4, 5]);
});

test('an older state of a message does not replace a newer one', () => {
  const feed = withChanges(feedOf(page([1], 1)), [chatMessage({ seq: 1, revision: 9, text: 'new' })], 9);
  expect(withChanges(feed, [chatMessage({ seq: 1, revision: 2, text: 'old' })], 2).messages[0]?.text).toBe('new');
});

test('what a call returned is shown, and what others did before it is still fetched', () => {
  const feed = withOwn(feedOf(page([1], 1)), chatMessage({ seq: 3, revision: 3 }), { emoji: '🔥', on: true });
  expect(seqsOf(feed)).toEqual([1, 3]);
  expect(feed.mine.has(mineOf(3, '🔥'))).toBe(true);
  expect(isMissed(feed, { after: 1, revision: 3, list: [] })).toBe(false);
  expect(isMissed(feed, { after: 2, revision: 3, list: [] })).toBe(true);
  expect(isMissed(feed, { revision: 3, present: 1 })).toBe(true);
});

test('whatever order events come in and whichever are lost, nothing is missing or doubled after a fetch', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (arrives) => {
      let feed = feedOf(page([], 0));
      arrives.forEach((arrived, index) => {
        const seq = index + 1;
        if (!arrived) return;
        const event = { after: index, revision: seq, list: [chatMessage({ seq })] };
        if (isMissed(feed, event)) {
          const missed = Array.from({ length: seq - feed.revision }, (_, at) => feed.revision + at + 1);
          feed = withChanges(feed, page(missed, seq).list, seq);
        } else feed = withChanges(feed, event.list, event.revision);
      });
      const last = arrives.lastIndexOf(true) + 1;
      expect(seqsOf(feed)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    }),
  );
});
