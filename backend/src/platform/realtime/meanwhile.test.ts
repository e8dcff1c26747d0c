import { expect, it } from 'vitest';
import { Meanwhile } from './meanwhile.ts';

it('keeps the events of each user since a look-up began, and none while there is none', () => {
  const meanwhile = new Meanwhile();
  meanwhile.note('ann', { kind: 'order' });
  const first = meanwhile.begin();
  meanwhile.note('ann', { kind: 'balance' });
  meanwhile.note('bob', { kind: 'profile' });
  const second = meanwhile.begin();
  meanwhile.note('ann', { kind: 'message' });
  expect(meanwhile.since(first, 'ann')).toEqual([{ kind: 'balance' }, { kind: 'message' }]);
  expect(meanwhile.since(second, 'ann')).toEqual([{ kind: 'message' }]);
  expect(meanwhile.since(first, 'carl')).toEqual([]);
  meanwhile.end();
  meanwhile.end();
  expect(meanwhile.since(first, 'ann')).toBeNull();
  expect(meanwhile.since(meanwhile.begin(), 'ann')).toEqual([]);
});

it('says where it has dropped what happened since then', () => {
  const meanwhile = new Meanwhile(3);
  const first = meanwhile.begin();
  meanwhile.note('ann', { kind: 'balance' });
  const second = meanwhile.begin();
  for (let events = 0; events < 3; events += 1) meanwhile.note('bob', { kind: 'order', id: String(events) });
  expect(meanwhile.since(first, 'ann')).toBeNull();
  expect(meanwhile.since(second, 'ann')).toEqual([]);
  expect(meanwhile.since(second, 'bob')).toHaveLength(3);
});
