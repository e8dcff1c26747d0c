import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bySubject } from './by-subject.ts';

type Event = { readonly id: number; readonly userId: string };

const user = fc.constantFrom<string>('1', '2', '3', '4', '5');
const events = fc.array(user, { maxLength: 30 }).map((users) => users.map((userId, id): Event => ({ id, userId })));
const links = fc.dictionary(
  fc.string(),
  fc.uniqueArray(user, { minLength: 1 }).map((users) => new Set(users)),
);

test('each subject has what its users did, in the order in which they did it', () => {
  fc.assert(
    fc.property(events, links, (all, groups) => {
      const of = new Map(Object.entries(groups));
      expect(bySubject(all, ({ userId }) => userId, of)).toEqual(
        [...of].map(([subject, users]) => ({ subject, events: all.filter(({ userId }) => users.has(userId)) })),
      );
    }),
  );
});

test('a crowd costs what it does, not the square of it', () => {
  const crowd = Array.from({ length: 5_000 }, (_, id): Event => ({ id, userId: String(id) }));
  const each = new Map(crowd.map(({ userId }) => [`user:${userId}`, new Set([userId])] as const));
  let looks = 0;
  const userOf = ({ userId }: Event): string => {
    looks += 1;
    return userId;
  };
  expect(bySubject(crowd, userOf, each)).toHaveLength(5_000);
  expect(looks).toBe(5_000);
});
