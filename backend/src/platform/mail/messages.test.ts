import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createQueue, type Queue } from '../jobs/queue.ts';
import { PermanentFailure } from '../jobs/queued-job.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { Message } from './courier.ts';
import { deliveryJob, sendLetter, sendMessage } from './messages.ts';

const AT = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;

let database: TestDatabase;
let queue: Queue;
let time: number;
let delivered: Message[];
let warnings: object[];
let failure: Error | null;
let wanted: boolean;
let metrics: Metrics;

beforeAll(async () => {
  database = await createTestDatabase();
  const silent = () => undefined;
  const log = { info: silent, debug: silent, error: silent, warn: (details: object) => void warnings.push(details) };
  const courier = {
    async send(message: Message) {
      if (failure) throw failure;
      delivered.push(message);
    },
  };
  metrics = createMetrics();
  const ports = { wantsMessage: async () => wanted };
  const jobs = [deliveryJob({ database, courier, now: () => time, log, metrics, ports })];
  queue = createQueue({ database, connection: database.connection, log, jobs });
});
afterAll(async () => {
  await queue.stop();
  await database.close();
});
beforeEach(() => {
  time = AT;
  delivered = [];
  warnings = [];
  failure = null;
  wanted = true;
});
afterEach(async () => {
  await database.query('delete from graphile_worker._private_jobs');
  await database.query('delete from message_delivery');
});

const message: Message = {
  id: 'm-1',
  to: 'ann@example.com',
  channel: 'mail',
  subject: 'Hello',
  body: 'Your code is 123456',
};
const send = (sending?: Parameters<typeof sendMessage>[2]) =>
  database.transaction((tx) => sendMessage(tx, message, sending));
const waiting = () => database.query<{ attempts: number }>('select attempts from graphile_worker.jobs');

describe('a message', () => {
  it('is delivered behind the transaction that sends it', async () => {
    await send({ expiresAt: AT + 10 * MINUTE });
    expect(delivered).toEqual([]);
    await queue.drain();
    expect(delivered).toEqual([message]);
  });

  it('of news comes after what users wait for, however many there are', async () => {
    const choice = { userId: '1', topic: 'products', channel: 'mail' } as const;
    await database.transaction(async (tx) => {
      for (const id of ['n-1', 'n-2', 'n-3']) await sendMessage(tx, { ...message, id, choice });
    });
    await send();
    await queue.drain();
    expect(delivered.map(({ id }) => id)).toEqual(['m-1', 'n-1', 'n-2', 'n-3']);
  });

  it('with a code comes before notices, of which one account causes thousands', async () => {
    await database.transaction(async (tx) => {
      for (const id of ['l-1', 'l-2', 'l-3']) await sendMessage(tx, { ...message, id });
    });
    await send({ expiresAt: AT + 10 * MINUTE });
    await queue.drain();
    expect(delivered.map(({ id }) => id)).toEqual(['m-1', 'l-1', 'l-2', 'l-3']);
  });

  it('outlives a mail server that is away', async () => {
    failure = new Error('connect ECONNREFUSED');
    await send({ expiresAt: AT + 10 * MINUTE });
    await queue.drain();
    expect(delivered).toEqual([]);
    failure = null;
    time += MINUTE;
    await queue.drain({ ahead: true });
    expect(delivered).toEqual([message]);
    expect(await waiting()).toEqual([]);
  });

  it('that its user has switched off while it waited is not delivered, and one without a choice is', async () => {
    const choice = { userId: '1', topic: 'loans', channel: 'mail' } as const;
    await database.transaction((tx) => sendMessage(tx, { ...message, id: 'm-2', choice }));
    await send();
    wanted = false;
    await queue.drain();
    expect(delivered).toEqual([message]);
    expect(await waiting()).toEqual([]);
  });

  it('is not delivered once it has expired, and that is logged without its text', async () => {
    failure = new Error('connect ECONNREFUSED');
    await send({ expiresAt: AT + 10 * MINUTE });
    await queue.drain();
    failure = null;
    time += 10 * MINUTE;
    await queue.drain({ ahead: true });
    expect(delivered).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(warnings.at(-1)).toEqual({ message: 'm-1', channel: 'mail' });
    expect(JSON.stringify(warnings)).not.toContain('123456');
  });

  it('that the mail server rejects permanently stays visible, and is not sent again', async () => {
    failure = new PermanentFailure('the mail server rejects the message');
    await send();
    await queue.drain();
    failure = null;
    await queue.drain({ ahead: true });
    expect(delivered).toEqual([]);
    expect(await waiting()).toMatchObject([{ attempts: 25 }]);
  });

  it('to a device is given up after some attempts: its user may name ten that no push service knows', async () => {
    failure = new Error('the push service was not reached');
    await database.transaction((tx) => sendMessage(tx, { ...message, channel: 'push', to: '1' }));
    for (let attempt = 1; attempt < 8; attempt++) {
      await queue.drain({ ahead: true });
      expect(await waiting()).toMatchObject([{ attempts: attempt }]);
    }
    await queue.drain({ ahead: true });
    expect(await waiting()).toMatchObject([{ attempts: 25 }]);
  });

  it('that was accepted is not sent again when the node ends before it has said so', async () => {
    await send({ expiresAt: AT + 10 * MINUTE });
    await queue.drain();
    expect(delivered).toHaveLength(1);
    // The job as the crash left it: locked by a worker that is gone, attempted once.
    await send({ expiresAt: AT + 10 * MINUTE });
    await database.query('update graphile_worker._private_jobs set attempts = 1');
    await queue.drain();
    expect(delivered).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('whose acceptance was not received is sent again', async () => {
    failure = new Error('socket hang up');
    await database.transaction((tx) => sendMessage(tx, { ...message, id: 'm-2' }));
    await queue.drain();
    failure = null;
    await queue.drain({ ahead: true });
    expect(delivered).toMatchObject([{ id: 'm-2' }]);
  });

  it('keeps its parts, and has its text of them', async () => {
    const letter = {
      language: 'de',
      subject: 'Hallo',
      paragraphs: ['Eins.', 'Zwei.'],
      phrase: 'blauer Reiher',
    } as const;
    await database.transaction((tx) =>
      sendLetter(
        tx,
        { id: 'm-3', to: 'ann@example.com', channel: 'mail' },
        { ...letter, paragraphs: [...letter.paragraphs] },
      ),
    );
    await queue.drain();
    expect(delivered).toMatchObject([{ letter, body: 'Eins.\n\nZwei.\n\nIhr Anti-Phishing-Code: blauer Reiher' }]);
  });

  it('that is sent twice under one id is delivered once', async () => {
    await send();
    await send();
    await queue.drain();
    expect(delivered).toHaveLength(1);
  });

  it('is counted, by channel and outcome', async () => {
    const counted = async (outcome: string) => {
      const { text } = await metrics.page();
      const line = text.split('\n').find((each) => each.includes(`channel="mail",outcome="${outcome}"`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const before = [await counted('delivered'), await counted('expired')];
    await send();
    await queue.drain();
    await send({ expiresAt: AT });
    await queue.drain();
    expect([await counted('delivered'), await counted('expired')]).toEqual(before.map((count) => count + 1));
  });

  it('by SMS that has no room says by what it has none, in count and log', async () => {
    const bound = (most: number) =>
      database.query(
        `insert into setting (keyword, value) values ('sms_per_country_and_day', $1)
         on conflict (keyword) do update set value = excluded.value`,
        [String(most)],
      );
    const counted = async (outcome: string) => {
      const { text } = await metrics.page();
      const line = text.split('\n').find((each) => each.includes(`channel="sms",outcome="${outcome}"`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const sms: Message = { ...message, to: '491511234567', channel: 'sms' };
    const notice = { of: 'log_in', kind: 'new_device' } as const;
    const sendSms = async (id: string, sending: Parameters<typeof sendMessage>[2]) => {
      await database.transaction((tx) => sendMessage(tx, { ...sms, id }, sending));
      await queue.drain();
    };
    for (let n = 0; n < 5; n += 1) await sendSms(`s-${n}`, { sms: notice });
    expect(delivered).toHaveLength(5);
    await sendSms('s-5', { sms: notice });
    expect(warnings.at(-1)).toEqual({ message: 's-5', channel: 'sms', notice: 'new_device', outcome: 'over_number' });
    await bound(0);
    await sendSms('s-6', { sms: { of: 'staff', kind: 'removal_begun' } });
    expect(warnings.at(-1)).toEqual({ message: 's-6', channel: 'sms', notice: 'removal_begun', outcome: 'over_bound' });
    // A letter to a guest is no notice of security.
    await sendSms('s-7', { sms: 'stranger' });
    expect(warnings.at(-1)).toEqual({ message: 's-7', channel: 'sms', outcome: 'over_guests' });
    await sendSms('s-8', {});
    expect(warnings.at(-1)).toMatchObject({ notice: 'other', outcome: 'over_bound' });
    expect(delivered).toHaveLength(5);
    expect(await Promise.all(['over_number', 'over_bound', 'over_guests'].map(counted))).toEqual([1, 2, 1]);
    await database.query(`delete from setting where keyword = 'sms_per_country_and_day'`);
  });

  it('to be discarded takes the same path and is not delivered', async () => {
    await send({ discard: true });
    expect(await waiting()).toHaveLength(1);
    await queue.drain();
    expect(delivered).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});
