import { expect, it, vi } from 'vitest';
import type { Sql } from '../../platform/db/database.ts';
import { personsAmong } from './linked.ts';

it('joins thousands of accounts in a chain without walking it again for each of them', async () => {
  const COUNT = 30_000;
  // The account at the end of the chain is joined with one after the other, each of which is above all before it.
  const rows = Array.from({ length: COUNT }, (_, index) => [
    { user_id: String(index + 1), mark: `device:${index}` },
    { user_id: '0', mark: `device:${index}` },
  ]).flat();
  const sql: Sql = { query: async <Row extends object>() => rows as unknown as Row[] };
  const ids = Array.from({ length: COUNT + 1 }, (_, index) => String(index));
  const steps = vi.spyOn(Map.prototype, 'get');
  const persons = await personsAmong(sql, ids);
  const taken = steps.mock.calls.length;
  steps.mockRestore();
  expect(new Set(persons.values()).size).toBe(1);
  // Each step of the chain for each of them would be thousands for each.
  expect(taken).toBeLessThan(20 * COUNT);
});
