import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '../db/database.ts';
import type { Metrics } from './metrics.ts';

const NANOSECONDS = 1e9;
/** Resolution of the monitor in ms. It measures the time between samples, so the delay is the excess. */
const RESOLUTION = 10;

/** Seconds of delay. */
const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1_000);

const one = (value: number) => [{ labels: {}, value }];

/** Measures this process and its connections to the database. Returns what ends it. */
export function processMetrics(
  metrics: Metrics,
  { database, version }: { readonly database: Pick<Database, 'connections'>; readonly version: string },
): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  metrics.gauge(
    { name: 'event_loop_delay_seconds', help: 'Delay of the event loop since the last look', labels: ['at'] },
    () => {
      const readings = [
        { labels: { at: 'median' }, value: beyond(delay.percentile(50)) },
        { labels: { at: 'p99' }, value: beyond(delay.percentile(99)) },
        { labels: { at: 'most' }, value: beyond(delay.max) },
      ];
      delay.reset();
      return readings;
    },
  );
  metrics.gauge(
    {
      name: 'database_connections',
      help: 'Connections of this node to the database (idle, busy), and requests that wait for one (waiting)',
      labels: ['state'],
    },
    () => {
      const { open, idle, waiting } = database.connections();
      return Object.entries({ idle, busy: open - idle, waiting }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  );
  metrics.gauge({ name: 'resident_memory_bytes', help: 'Memory of this process', labels: [] }, () =>
    one(process.memoryUsage.rss()),
  );
  metrics.gauge(
    { name: 'cpu_seconds', help: 'Processor time of this process since its start', labels: ['mode'] },
    () => {
      const { user, system } = process.cpuUsage();
      return [
        { labels: { mode: 'user' }, value: user / 1e6 },
        { labels: { mode: 'system' }, value: system / 1e6 },
      ];
    },
  );
  metrics.gauge({ name: 'start_time_seconds', help: 'Start of this process, Unix time', labels: [] }, () =>
    one(performance.timeOrigin / 1_000),
  );
  metrics.gauge({ name: 'build_info', help: 'Version of the backend', labels: ['version'] }, () => [
    { labels: { version }, value: 1 },
  ]);
  return () => {
    delay.disable();
  };
}
