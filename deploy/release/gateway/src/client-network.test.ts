import { expect, test } from 'vitest';
import { networkOf } from './client-network.ts';
import { Places } from './places.ts';

test('a household with many networks of 64 bits holds no more than an address', () => {
  const places = new Places(1_000);
  const take = (address: string) => places.take(networkOf(address)) !== undefined;
  const six = Array.from({ length: 2_000 }, (_, each) => take(`2001:db8:7:${(each % 256).toString(16)}::1`));
  const four = new Places(1_000);
  const alone = Array.from({ length: 2_000 }, () => four.take(networkOf('198.51.100.7')) !== undefined);
  expect(six.filter(Boolean)).toHaveLength(alone.filter(Boolean).length);
  expect(take('198.51.100.8')).toBe(true);
  expect(take('2001:db8:8::1')).toBe(true);
});
