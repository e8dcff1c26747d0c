import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('a domain that keeps money in for what its user owes tells what that is', () => {
  const keep = app.domains.filter(({ keepsMoney }) => keepsMoney !== undefined).map(({ name }) => name);
  expect(keep.length).toBeGreaterThan(2);
  // Cards and VIP levels count what a user has less what the user owes.
  expect(app.domains.filter(({ name, debts }) => keep.includes(name) && !debts).map(({ name }) => name)).toEqual([]);
});
