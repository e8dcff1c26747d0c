import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of durations, seconds: calls sit at the lower end, jobs at the upper. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Timeout for reading a value, in ms; Prometheus gives up on the whole page after 10 s. */
const READ_WITHIN = 2_000;

type Description<L extends string> = {
  /** Without the prefix `tessera_`, with the unit: `queue_jobs`, `job_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  /** Few values each: names of calls, jobs and outcomes, never of users or rows. */
  readonly labels: readonly L[];
};

export type Labels<L extends string> = Readonly<Record<L, string>>;
export type Reading<L extends string> = { readonly labels: Labels<L>; readonly value: number };

/** What Prometheus reads. Domains make their own metrics; calls and jobs are measured by the platform. */
export type Metrics = {
  /** Counts up by one. The name ends in `_total`; a name that is known already is the same counter. */
  counter<L extends string>(description: Description<L>): (labels: Labels<L>) => void;
  /** Takes durations in seconds. The name ends in `_seconds`. */
  histogram<L extends string>(description: Description<L>): (labels: Labels<L>, seconds: number) => void;
  /** Read on each scrape. A value that cannot be read within two seconds is left out. */
  gauge<L extends string>(
    description: Description<L>,
    read: () => readonly Reading<L>[] | Promise<readonly Reading<L>[]>,
  ): void;
  /** The page in the text format of Prometheus. */
  page(): Promise<{ readonly contentType: string; readonly text: string }>;
};

const inTime = <T>(reading: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not read within ${READ_WITHIN} ms`)), READ_WITHIN);
  return Promise.race([reading, late.promise]).finally(() => clearTimeout(timer));
};

/** @param onUnread Called for a gauge that could not be read. */
export function createMetrics(onUnread: (error: unknown, name: string) => void = () => undefined): Metrics {
  const registry = new Registry();
  const options = <L extends string>({ name, help, labels }: Description<L>) => ({
    name: `tessera_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter(description) {
      const known = registry.getSingleMetric(`tessera_${description.name}`);
      const counter = known instanceof Counter ? known : new Counter(options(description));
      return (labels) => counter.inc(labels);
    },
    histogram(description) {
      const histogram = new Histogram({ ...options(description), buckets: BUCKETS });
      return (labels, seconds) => histogram.observe(labels, seconds);
    },
    gauge(description, read) {
      const gauge = new Gauge({
        ...options(description),
        async collect() {
          gauge.reset();
          // Without labels a reset leaves a zero, which is not a measured value.
          if (description.labels.length === 0) gauge.remove();
          try {
            const readings = await inTime(Promise.resolve(read()));
            for (const { labels, value } of readings) gauge.set(labels, value);
          } catch (error) {
            onUnread(error, description.name);
          }
        },
      });
    },
    async page() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
