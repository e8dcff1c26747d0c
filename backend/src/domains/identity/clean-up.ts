import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { forgetOldDevices } from './devices.ts';

const HOUR = 3_600_000;
/** ms that spent codes and ended sessions are kept for investigations. */
const KEPT = 30 * 24 * HOUR;

type CleanUpDependencies = Pick<Dependencies, 'database' | 'now'>;

/** Deletes codes, sessions and known devices that are of no use any more. */
export async function cleanUp({ database, now }: CleanUpDependencies): Promise<void> {
  await forgetOldDevices(database, now());
  for (const table of ['verification_code', 'session']) {
    await database.query(`delete from ${table} where expires_at < $1`, [new Date(now() - KEPT)]);
  }
}

export const cleanUpJob = (dependencies: CleanUpDependencies): RecurringJob => ({
  name: 'identity-clean-up',
  every: HOUR,
  exclusive: true,
  whole: 'it deletes by time alone',
  run: () => cleanUp(dependencies),
});
