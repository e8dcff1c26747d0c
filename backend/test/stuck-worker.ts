/** A node whose one job never ends; its test kills it. */
import * as z from 'zod/mini';
import { connect } from '../src/platform/db/database.ts';
import { createQueue } from '../src/platform/jobs/queue.ts';
import { defineTask, handle } from '../src/platform/jobs/queued-job.ts';
import { createRecurringJobs } from '../src/platform/jobs/recurring.ts';
import { openLog } from '../src/platform/process/log.ts';

const connection = JSON.parse(process.env.CONNECTION ?? '') as { host: string; user: string; database: string };
const log = openLog('silent');
const database = connect({ ...connection, max: 2, onLost: () => undefined });
const task = defineTask('tried', z.object({ what: z.string() }));
const queue = createQueue({
  database,
  connection,
  log,
  jobs: [
    handle(task, async ({ what }) => {
      // The lease first: the test looks at both once the job has begun.
      await recurring.turn('queue-keep-alive');
      process.stdout.write(what);
      await new Promise(() => undefined);
    }),
  ],
});
const recurring = createRecurringJobs({ database, log, jobs: queue.jobs });
queue.start();
