import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';

const HOUR = 3_600_000;
/** ms that ended sessions are kept for investigations, as those of users. */
const KEPT = 30 * 24 * HOUR;

/** Deletes claims and log-ins of command lines that have ended, and sessions of long ago. What was done in them stays in the audit record. */
export const cleanUpJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'staff-clean-up',
  every: HOUR,
  exclusive: true,
  whole: 'it deletes by time alone',
  async run() {
    await database.query('delete from staff_claim where until < $1', [new Date(now())]);
    await database.query('delete from machine_login where expires_at < $1', [new Date(now())]);
    await database.query('delete from staff_session where least(expires_at, ended_at) < $1', [new Date(now() - KEPT)]);
  },
});
