import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { type PushService, startPushService } from '../../../test/push-service.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { isRecurring } from '../../platform/jobs/job.ts';
import { type Courier, type Message, openCourier } from '../../platform/mail/courier.ts';
import { pushKey } from '../../platform/mail/push-key.ts';
import { sendNotice } from '../identity/index.ts';
import { notifyDevices, tellUser } from './index.ts';
import { NOTIFIED } from './user-messages.ts';

let service: PushService;
let app: TestApp;
let courier: Courier;
let ann: Person;
let references = 0;
beforeAll(async () => {
  service = await startPushService();
  app = await createTestApp({ PUSH_SERVICES: service.origin });
  courier = openCourier({ settings: app.settings, database: app.database, now: app.now, agent: service.agent });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  ann = await signUp(app);
});

const subscribe = (name: string, { token } = ann) =>
  app.ok('POST /mailMessage/push/subscribe', service.subscribe(name), { token });
const prefer = (preference: Record<string, unknown>, { token } = ann) =>
  app.ok('POST /mailMessage/preferences', preference, { token });
const preferences = ({ token } = ann) => app.ok('GET /mailMessage/preferences', {}, { token });
const devices = async () => (await preferences()).push.devices;

/** Tells the user of a payment and returns what the queue hands to the courier, by channel. */
async function pay(user = ann, reference = String(++references)): Promise<Record<Message['channel'], Message[]>> {
  const before = app.outbox.length;
  await app.database.transaction((tx) =>
    tellUser(tx, {
      userId: user.id,
      kind: 'payment_received',
      named: { amount: '123.45 USDT', sender: 'Bo (******7)' },
      reference,
      at: app.now(),
      byMail: true,
    }),
  );
  await app.queue.drain();
  const sent = app.outbox.slice(before);
  const of = (channel: Message['channel']) => sent.filter((message) => message.channel === channel);
  return { mail: of('mail'), sms: of('sms'), push: of('push') };
}
const deliver = async (messages: readonly Message[]) => {
  for (const message of messages) await courier.send(message);
};
const failureOf = (message: Message | undefined) =>
  message &&
  courier.send(message).then(
    () => null,
    (error: Error) => error,
  );
const arrivedAt = (name: string) => service.arrived.filter(({ device }) => device === name);

describe('a notification', () => {
  it('arrives on each device, encrypted for it and signed, and names no amount and no sender', async () => {
    await subscribe('one');
    await subscribe('two');
    const { push } = await pay();
    await deliver(push);
    const [arrived] = arrivedAt('one');
    expect(arrivedAt('two')).toHaveLength(1);
    expect(arrived?.payload).toMatchObject({
      title: 'A payment to you',
      body: 'Open the app to read it.',
      link: '/pages/setting/bill',
      tag: expect.stringMatching(/^m1\d{12}$/),
    });
    expect(arrived?.key).toBe((await preferences()).push.key);
    expect(arrived?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:no-reply@tessera.example' });
    expect(arrived?.claims.exp).toBeGreaterThan(Date.now() / 1000);
    expect(arrived?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(String(arrived?.headers.topic)).toMatch(/^[A-Za-z0-9_-]{32}$/);
    // Both devices and each repetition have the tag of the message: what arrives twice replaces itself.
    await deliver(push);
    const tags = [...arrivedAt('one'), ...arrivedAt('two')].map(({ payload, headers }) => [payload.tag, headers.topic]);
    expect(new Set(tags.map(String)).size).toBe(1);
  });

  it('has its words in the language of the user once the user allows details', async () => {
    await subscribe('details');
    await app.database.query(`update user_account set language = 'de' where id = $1`, [ann.id]);
    await prefer({ details: true });
    const { push } = await pay();
    await deliver(push);
    expect(arrivedAt('details')[0]?.payload).toMatchObject({
      title: 'Sie haben 123,45 USDT erhalten',
      body: expect.stringContaining('Bo (******7)'),
    });
  });

  it('of one message is sent once, however often the message is told and its job runs', async () => {
    await subscribe('once');
    expect((await pay(ann, 'same')).push).toHaveLength(1);
    expect(await pay(ann, 'same')).toEqual({ mail: [], sms: [], push: [] });
  });

  it('is not sent where it is switched off, also not one that waits', async () => {
    await subscribe('off');
    await prefer({ topic: 'payments', channel: 'push', on: false });
    expect(await pay()).toMatchObject({ push: [], mail: [{ to: ann.email }] });
    await prefer({ topic: 'payments', channel: 'push', on: true });
    await prefer({ topic: 'payments', channel: 'mail', on: false });
    expect(await pay()).toMatchObject({ push: [{ channel: 'push' }], mail: [] });
  });

  it('tells of what matters for the safety of the account, which no preference keeps out of centre and mailbox', async () => {
    await subscribe('safe');
    for (const channel of ['app', 'mail'])
      expect(
        await app.rejection('POST /mailMessage/preferences', { topic: 'security', channel, on: false }, ann),
      ).toMatchObject({ error: 'invalid_field', field: 'channel' });
    const before = app.outbox.length;
    await app.database.transaction((tx) => sendNotice(tx, ann.id, { kind: 'password_changed', at: app.now() }));
    await app.queue.drain();
    const sent = app.outbox.slice(before);
    expect(sent.filter(({ channel, to }) => channel === 'mail' && to === ann.email).length).toBeGreaterThan(0);
    await deliver(sent.filter(({ channel }) => channel === 'push'));
    expect(arrivedAt('safe').at(-1)).toMatchObject({
      payload: { title: 'Security of your account', link: '/pages/setting/security' },
      headers: { urgency: 'high' },
    });
    const { list } = await app.ok('GET /mailMessage/getList', {}, ann);
    expect(list.find(({ topic }) => topic === 'security')).toMatchObject({
      link: '/pages/setting/security',
      read: false,
    });
  });
});

describe('the message centre', () => {
  it('leaves out what its user does not want there, and the message is still told once', async () => {
    await prefer({ topic: 'payments', channel: 'app', on: false });
    const before = (await app.ok('GET /mailMessage/getList', {}, ann)).total;
    expect((await pay(ann, 'hidden')).mail).toHaveLength(1);
    expect((await pay(ann, 'hidden')).mail).toHaveLength(0);
    expect((await app.ok('GET /mailMessage/getList', {}, ann)).total).toBe(before);
  });

  it('rejects half of a change, and what cannot be changed', async () => {
    for (const [input, field] of [
      [{}, 'topic'],
      [{ topic: 'loans', on: true }, 'channel'],
      [{ topic: 'loans', channel: 'push' }, 'on'],
      [{ channel: 'push', on: true }, 'topic'],
      [{ topic: 'chat', channel: 'mail', on: true }, 'channel'],
      [{ topic: 'gossip', channel: 'mail', on: true }, 'topic'],
    ] as const)
      expect(await app.rejection('POST /mailMessage/preferences', input, ann)).toMatchObject({ field });
    // Of two changes at once none is lost.
    await Promise.all([
      prefer({ topic: 'loans', channel: 'push', on: false }),
      prefer({ topic: 'nft', channel: 'mail', on: false }),
      prefer({ details: true }),
    ]);
    const { list, details } = await preferences();
    const of = (topic: string) => list.find((row) => row.topic === topic)?.channels;
    expect([of('loans')?.push?.on, of('nft')?.mail?.on, details]).toEqual([false, false, true]);
  });
});

describe('a device', () => {
  it('is forgotten at log-out, with its session, and when its push service does not know it any more', async () => {
    const other = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
    await subscribe('here');
    await subscribe('there', { ...ann, token: other.token });
    expect(await devices()).toBe(2);
    const { push } = await pay();
    await app.ok('GET /user/logout', {}, { token: other.token });
    expect(await devices()).toBe(1);
    await deliver(push);
    expect([arrivedAt('here').length, arrivedAt('there').length]).toEqual([1, 0]);
    service.answer(410);
    await deliver((await pay()).push);
    expect(await devices()).toBe(0);
    await deliver((await pay()).push);
    expect(arrivedAt('here')).toHaveLength(1);
  });

  it('gets nothing once its session has expired, and is deleted then', async () => {
    await subscribe('expired');
    const { push } = await pay();
    await app.database.query('update session set expires_at = $2 where user_id = $1', [ann.id, new Date(app.now())]);
    await deliver(push);
    expect(arrivedAt('expired')).toEqual([]);
    const cleanUp = app.domains
      .flatMap(({ jobs = [] }) => jobs)
      .find((job) => isRecurring(job) && job.name === 'messages-clean-up');
    if (cleanUp && isRecurring(cleanUp)) await cleanUp.run(jobRun());
    const count = await app.database.query('select from push_subscription where user_id = $1', [ann.id]);
    expect(count).toHaveLength(0);
  });

  it.each([
    [429, 'Error'],
    [503, 'Error'],
    [400, 'PermanentFailure'],
    [413, 'PermanentFailure'],
  ])('whose push service responds with %i is tried as %s says, and its address is not logged', async (status, name) => {
    await subscribe(`s${status}`);
    const { push } = await pay();
    service.answer(status);
    const failure = await failureOf(push[0]);
    expect(failure).toMatchObject({ name, message: expect.stringContaining(String(status)) });
    expect(inspect(failure, { depth: 5 })).not.toContain(service.origin);
    expect(await devices()).toBe(1);
  });

  it('with a key that is none is forgotten', async () => {
    const { p256dh, ...device } = service.subscribe('no key');
    await app.ok('POST /mailMessage/push/subscribe', { ...device, p256dh: `B${'A'.repeat(86)}` }, ann);
    expect(p256dh).toHaveLength(87);
    await deliver((await pay()).push);
    expect(await devices()).toBe(0);
  });

  it('of a topic goes out so often in an hour and a day, on all devices together; other topics are not touched', async () => {
    await subscribe('busy');
    await subscribe('busy as well');
    const notify = (topic: 'alerts' | 'margin', times: number) =>
      app.database.transaction(async (tx) => {
        for (let turn = 0; turn < times; turn++)
          await notifyDevices(tx, ann.id, {
            id: `flood-${++references}`,
            topic,
            link: '/pages/transaction/alerts',
            words: null,
            at: app.now(),
          });
      });
    const sent = async (topic: 'alerts' | 'margin', times: number): Promise<number> => {
      const before = app.outbox.length;
      await notify(topic, times);
      await app.queue.drain();
      return app.outbox.slice(before).filter(({ channel }) => channel === 'push').length;
    };
    const [hour, day] = NOTIFIED.map(({ most }) => most * 2);
    expect([await sent('alerts', 60), await sent('margin', 1)]).toEqual([hour, 2]);
    let all = hour ?? 0;
    for (let hours = 0; hours < 6; hours++) {
      app.advance(3_600_000);
      all += await sent('alerts', 60);
    }
    expect(all).toBe(day);
  });

  it('has an address of a push service: the server sends to no other one', async () => {
    const { p256dh, auth } = service.subscribe('other');
    for (const endpoint of [
      'https://127.0.0.1:1/a',
      'https://evil.example/a',
      `${service.origin.replace('localhost', '[::1]')}/a`,
    ])
      expect(await app.rejection('POST /mailMessage/push/subscribe', { endpoint, p256dh, auth }, ann)).toMatchObject({
        field: 'endpoint',
      });
    expect(await devices()).toBe(0);
  });

  it('belongs to who subscribed last; no user unsubscribes another’s, and ten are kept', async () => {
    const bob = await signUp(app);
    const shared = service.subscribe('shared');
    await app.ok('POST /mailMessage/push/subscribe', shared, ann);
    await app.ok('POST /mailMessage/push/subscribe', shared, bob);
    expect([await devices(), (await preferences(bob)).push.devices]).toEqual([0, 1]);
    await app.ok('POST /mailMessage/push/unsubscribe', { endpoint: shared.endpoint }, ann);
    expect((await preferences(bob)).push.devices).toBe(1);
    await app.ok('POST /mailMessage/push/unsubscribe', { endpoint: shared.endpoint }, bob);
    expect((await preferences(bob)).push.devices).toBe(0);
    for (let index = 0; index < 12; index += 1) await subscribe(`many-${index}`);
    expect(await devices()).toBe(10);
  });
});

describe('an announcement that pops up', () => {
  it('is sent once to the devices of those who asked for announcements', async () => {
    await app.database.query('delete from push_subscription');
    const bob = await signUp(app);
    await subscribe('asked');
    await subscribe('not-asked', bob);
    await prefer({ topic: 'announcements', channel: 'push', on: true });
    const [item] = await app.database.query<{ id: string }>(
      "insert into content_item (kind, key, at, pop) values ('news', 'fresh', $1, true) returning id",
      [new Date(app.now())],
    );
    await app.database.query(
      "insert into content_text (item_id, language, title, lead, updated_at) values ($1, 'en', 'New pairs', 'Five', now())",
      [item?.id],
    );
    const announce = app.domains
      .flatMap(({ jobs = [] }) => jobs)
      .find((job) => isRecurring(job) && job.name === 'announce');
    const before = app.outbox.length;
    for (let run = 0; run < 2; run += 1) {
      if (announce && isRecurring(announce)) await announce.run(jobRun());
      await app.queue.drain();
      await app.queue.drain();
    }
    const push = app.outbox.slice(before).filter(({ channel }) => channel === 'push');
    await deliver(push);
    expect(service.arrived.filter(({ payload }) => payload.title === 'New pairs')).toMatchObject([
      { device: 'asked', payload: { body: 'Five', link: `/pages/mailMessage/ggDetail?id=${item?.id}` } },
    ]);
    // One that is taken back before its turn is sent to none, and is no failure.
    await app.database.query('update content_item set pushed_at = null where id = $1', [item?.id]);
    if (announce && isRecurring(announce)) await announce.run(jobRun());
    await app.database.query('update content_item set shown = false where id = $1', [item?.id]);
    await app.queue.drain();
    const failed = await app.database.query('select from graphile_worker.jobs where attempts > 0');
    expect([failed, app.outbox.slice(before + push.length)]).toEqual([[], []]);
  });
});

describe('the key', () => {
  it('is made once in the data folder for its owner alone, or is that of the settings', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-push-'));
    const made = pushKey({ dataDir, push: { key: undefined, services: [] } });
    expect(pushKey({ dataDir, push: { key: undefined, services: [] } })).toEqual(made);
    expect(statSync(join(dataDir, 'push.key')).mode & 0o077).toBe(0);
    const key = readFileSync(join(dataDir, 'push.key'));
    expect(pushKey({ dataDir: '/nowhere', push: { key, services: [] } })).toEqual(made);
    expect(made.publicKey).toMatch(/^B[A-Za-z0-9_-]{86}$/);
    rmSync(dataDir, { recursive: true });
  });
});
