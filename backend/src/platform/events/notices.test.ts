import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createAccountEvents } from './account-events.ts';
import { forwardNotices } from './forward-notices.ts';
import type { Notice } from './notice.ts';

let node: TestDatabase;
let delivered: Notice[];
beforeAll(async () => {
  node = await createTestDatabase((notice) => delivered.push(notice));
});
afterAll(() => node.close());
beforeEach(() => {
  delivered = [];
});

describe('notify', () => {
  it('is delivered in order after the commit, and not before', async () => {
    await node.transaction(async (tx) => {
      tx.notify('7', { kind: 'order', id: '1', status: 'filled' });
      tx.notify('7', { kind: 'balance' });
      await tx.query('select 1');
      expect(delivered).toEqual([]);
    });
    expect(delivered).toEqual([
      { userId: '7', event: { kind: 'order', id: '1', status: 'filled' } },
      { userId: '7', event: { kind: 'balance' } },
    ]);
  });

  it('is forgotten when the transaction is rolled back', async () => {
    const work = node.transaction(async (tx) => {
      tx.notify('7', { kind: 'balance' });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(delivered).toEqual([]);
  });

  it('is delivered once where the transaction had to be repeated', async () => {
    let attempts = 0;
    await node.transaction(async (tx) => {
      attempts += 1;
      tx.notify('7', { kind: 'balance' });
      if (attempts < 3) throw Object.assign(new Error('could not serialize'), { code: '40001' });
    });
    expect(attempts).toBe(3);
    expect(delivered).toHaveLength(1);
  });

  it('in a process without listeners reaches the nodes that have some', async () => {
    const accountEvents = createAccountEvents();
    const heard: Notice[] = [];
    const both = new Promise<void>((resolve) => {
      accountEvents.listen((userId, event) => {
        heard.push({ userId, event });
        if (heard.length === 2) resolve();
      });
    });
    const stop = await forwardNotices(node, accountEvents);
    const commandLine = connectTo(node);
    await commandLine.transaction(async (tx) => {
      tx.notify('7', { kind: 'deposit', id: '5', status: 'approved' });
      tx.notify('7', { kind: 'balance' });
    });
    await both;
    await commandLine.close();
    await stop();
    expect(heard).toEqual([
      { userId: '7', event: { kind: 'deposit', id: '5', status: 'approved' } },
      { userId: '7', event: { kind: 'balance' } },
    ]);
    // The forwarding node receives them only through the listeners, and does not forward them again.
    expect(delivered).toEqual([]);
  });
});
