import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('tickets to a stranger are bounded by the inbox, however many accounts send them', async () => {
  const outcomes: string[] = [];
  for (let each = 0; each < 8; each += 1) {
    const { token } = await signUp(app);
    const email = each % 2 ? 'victim@example.org' : 'victim+x@example.org';
    const ticket = { client_id: randomUUID(), email, title: 't', text: 'x' };
    outcomes.push(
      await app.call('POST /support/ticket', ticket, { token }).then(
        ({ type }) => type,
        (error: Error) => (error.message.includes('rate_limited') ? 'rate_limited' : error.message),
      ),
    );
    app.advance(6 * MINUTE);
  }
  expect(outcomes.filter((each) => each === 'ok')).toHaveLength(3);
  expect(outcomes.at(-1)).toBe('rate_limited');
  expect(app.outbox.filter(({ to }) => to.startsWith('victim'))).toHaveLength(3);
});
