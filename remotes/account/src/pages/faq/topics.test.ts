import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byTopic } from './topics.ts';

const questions = fc
  .array(fc.constantFrom('Deposits', 'Trading', 'Security'))
  .map((topics) => topics.map((topic, id) => ({ id, topic })));

test('every question is there once, under its topic, in its order', () => {
  fc.assert(
    fc.property(questions, (list) => {
      const groups = byTopic(list);
      expect(new Set(groups.map(({ topic }) => topic)).size).toBe(groups.length);
      for (const group of groups) expect(group.questions).toEqual(list.filter(({ topic }) => topic === group.topic));
      expect(groups.flatMap(({ questions: each }) => each)).toHaveLength(list.length);
    }),
  );
});
