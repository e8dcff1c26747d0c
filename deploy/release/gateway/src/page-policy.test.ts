import { expect, test } from 'vitest';
import { OWN_FILES_POLICY } from './page-policy.ts';

test('a page of staff shows private pictures, which it holds in memory, and runs nothing of what it holds', () => {
  const allowed = new Map(OWN_FILES_POLICY.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
  expect(allowed.get('img-src')).toContain('blob:');
  for (const [rule, sources] of allowed) if (rule !== 'img-src') expect(sources, rule).not.toContain('blob:');
});
