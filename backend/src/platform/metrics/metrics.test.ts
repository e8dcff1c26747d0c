import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { jobMetrics } from './job-metrics.ts';
import { createMetrics } from './metrics.ts';
import { processMetrics } from './process-metrics.ts';

/** Path of promtool, if this machine has it. */
const { PROMTOOL_PATH } = process.env;

type Sample = { readonly name: string; readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** Reads the text format, and throws for an invalid line. */
function samplesOf(text: string): readonly Sample[] {
  const described = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, kind, family = '', rest = ''] = line.match(/^# (HELP|TYPE) ([a-z_]+) (.+)$/) ?? [];
    if (kind === 'TYPE') described.set(family, rest);
    if (kind !== undefined) continue;
    const [, name = '', labels = '', value] =
      line.match(/^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$/) ?? [];
    if (value === undefined || (Number.isNaN(Number(value)) && value !== '+Inf'))
      throw new Error(`not a sample: ${line}`);
    if (![name, name.replace(/_(bucket|sum|count)$/, '')].some((each) => described.has(each))) {
      throw new Error(`not described: ${line}`);
    }
    const pairs = [...labels.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text_ = '']) => [key, text_]);
    samples.push({ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) });
  }
  return samples;
}

let app: TestApp;
let stop: () => void;
beforeAll(async () => {
  app = await createTestApp();
  stop = processMetrics(app.metrics, { database: app.database, version: '1.2.3' });
});
afterAll(async () => {
  stop();
  await app.close();
});

const page = async () => {
  const response = await app.app.inject('/metrics');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return response.body;
};

describe('the page of metrics', () => {
  it('contains the metrics of the platform, in the format of Prometheus', async () => {
    await app.ok('POST /sms_mail', { user_string: 'ada@example.com', scene: 'register' });
    const samples = samplesOf(await page());
    const read = (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        (sample) =>
          sample.name === `tessera_${name}` &&
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      )?.value;
    expect(read('messages_total', { channel: 'mail', outcome: 'delivered' })).toBe(1);
    expect(read('queue_attempt_duration_seconds_count', { task: 'deliver-message', outcome: 'done' })).toBe(1);
    expect(read('http_request_duration_seconds_count', { call: 'POST /sms_mail', outcome: 'ok' })).toBe(1);
    expect(read('realtime_connections')).toBe(0);
    expect(read('database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(read('database_connections', { state: 'waiting' })).toBeDefined();
    expect(read('event_loop_delay_seconds', { at: 'most' })).toBeGreaterThan(0);
    expect(read('event_loop_delay_seconds', { at: 'most' })).toBeLessThan(60);
    expect(read('resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(read('build_info', { version: '1.2.3' })).toBe(1);
  });

  it('names no user, no address and no id of a row', async () => {
    const { uid, email } = await signUp(app);
    const text = await page();
    expect(text).not.toContain(uid);
    expect(text).not.toContain(email);
  });

  it.skipIf(!PROMTOOL_PATH)('passes promtool (PROMTOOL_PATH)', async () => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL_PATH ?? '', ['check', 'metrics'], {
      input: await page(),
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  it('is not available through a gateway', async () => {
    const response = await app.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('tessera_');
    expect((await app.app.inject('/api/metrics')).statusCode).toBe(404);
  });
});

describe('the metrics of jobs', () => {
  it('measure the runs of this node, but not lease attempts', async () => {
    const metrics = createMetrics();
    const { onRun } = jobMetrics(metrics, app.database);
    const one = recurringJobsOf(app, { holder: 'one', onRun });
    const two = recurringJobsOf(app, { holder: 'two', onRun });
    await one.turn('idempotency-clean-up');
    await two.turn('idempotency-clean-up');
    await Promise.all([one.stop(), two.stop()]);
    const counts = samplesOf((await metrics.page()).text).filter(({ name }) => name.endsWith('_count'));
    expect(counts).toEqual([
      {
        name: 'tessera_job_duration_seconds_count',
        labels: { job: 'idempotency-clean-up', outcome: 'done' },
        value: 1,
      },
    ]);
  });

  it('show how many jobs wait, are retried and were given up', async () => {
    const add = (attempts: number) =>
      app.database
        .query(
          `with added as (select id from graphile_worker.add_job('deliver-message', run_at => now() + interval '1 day'))
         select from added`,
        )
        .then(() =>
          app.database.query(`update graphile_worker._private_jobs set attempts = $1 where attempts = 0`, [attempts]),
        );
    await add(25);
    await add(3);
    await app.database.query(
      `select from graphile_worker.add_job('deliver-message', run_at => now() + interval '1 day')`,
    );
    const jobs = samplesOf(await page()).filter(({ name }) => name === 'tessera_queue_jobs');
    expect(jobs.map(({ labels, value }) => [labels.state, value]).toSorted()).toEqual([
      ['given_up', 1],
      ['retrying', 1],
      ['waiting', 1],
    ]);
    await app.database.query('delete from graphile_worker._private_jobs');
  });
});

describe('a gauge', () => {
  it('that cannot be read is left out and reported; the others stay', async () => {
    const unread: string[] = [];
    const metrics = createMetrics((error, name) => unread.push(`${name}: ${String(error)}`));
    let broken = false;
    const read = async () => {
      if (broken) throw new Error('no connection');
      return [{ labels: {}, value: 7 }];
    };
    metrics.gauge({ name: 'plain', help: 'Without labels', labels: [] }, read);
    metrics.gauge({ name: 'sound', help: 'Another', labels: [] }, () => [{ labels: {}, value: 8 }]);
    expect(samplesOf((await metrics.page()).text)).toHaveLength(2);
    broken = true;
    expect(samplesOf((await metrics.page()).text)).toEqual([{ name: 'tessera_sound', labels: {}, value: 8 }]);
    expect(unread).toEqual(['plain: Error: no connection']);
  });

  it('that takes too long does not delay the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const metrics = createMetrics();
    metrics.gauge({ name: 'slow', help: 'Never read', labels: [] }, () => new Promise(() => undefined));
    const text = metrics.page();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(samplesOf((await text).text)).toEqual([]);
    vi.useRealTimers();
  });

  it('shows current values, without labels that no longer exist', async () => {
    const metrics = createMetrics();
    let state = 'one';
    metrics.gauge({ name: 'of', help: 'By state', labels: ['state'] }, () => [{ labels: { state }, value: 1 }]);
    await metrics.page();
    state = 'two';
    expect(samplesOf((await metrics.page()).text).map(({ labels }) => labels)).toEqual([{ state: 'two' }]);
  });
});
