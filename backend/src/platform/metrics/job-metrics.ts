import type { Sql } from '../db/database.ts';
import type { ItemReport } from '../jobs/items.ts';
import type { AttemptReport } from '../jobs/queue.ts';
import type { RunReport } from '../jobs/recurring.ts';
import type { Metrics } from './metrics.ts';

export type JobMetrics = {
  readonly onRun: (report: RunReport) => void;
  readonly onItemFailed: (report: ItemReport) => void;
  readonly onAttempt: (report: AttemptReport) => void;
};

/** Measures recurring jobs and the queue. */
export function jobMetrics(metrics: Metrics, sql: Sql): JobMetrics {
  const run = metrics.histogram({
    name: 'job_duration_seconds',
    help: 'Duration of a run of a recurring job on this node, by outcome (done, failed, lost: another node took over)',
    labels: ['job', 'outcome'],
  });
  const itemFailed = metrics.counter({
    name: 'job_items_failed_total',
    help: 'Failures of single items of recurring jobs on this node: each is set aside for a while, and the others go on',
    labels: ['job', 'kind'],
  });
  const attempt = metrics.histogram({
    name: 'queue_attempt_duration_seconds',
    help: 'Duration of an attempt at a queued job on this node, by outcome (done, retried, given_up)',
    labels: ['task', 'outcome'],
  });
  metrics.gauge(
    {
      name: 'queue_jobs',
      help: 'Jobs in the queue of all nodes, by state (waiting, retrying: failed before, running, given_up)',
      labels: ['task', 'state'],
    },
    async () => {
      const rows = await sql.query<{ task: string; state: string; jobs: number }>(
        `select task_identifier as task, state, count(*)::integer as jobs
           from graphile_worker.jobs
          cross join lateral (select case when locked_at is not null then 'running'
                                          when attempts >= max_attempts then 'given_up'
                                          when attempts > 0 then 'retrying' else 'waiting' end as state) as judged
          group by 1, 2`,
      );
      return rows.map(({ task, state, jobs }) => ({ labels: { task, state }, value: jobs }));
    },
  );
  return {
    onRun({ job, outcome, seconds }) {
      // The other nodes try to acquire the lease several times a second.
      if (outcome !== 'elsewhere') run({ job, outcome }, seconds);
    },
    onItemFailed: ({ job, kind }) => itemFailed({ job, kind }),
    onAttempt: ({ task, outcome, seconds }) => attempt({ task, outcome }, seconds),
  };
}
