import type { JobRun, RecurringJob } from '../jobs/job.ts';
import type { Factors } from './factors.ts';
import { currentKeyId, seal, unseal } from './seal.ts';

const HOUR = 3_600_000;
/** Secrets of one statement; what remains is next. */
const BATCH = 200;

/**
 * Encrypts with the current key what another key encrypted, so that the old one can be taken out of the setting. Secrets
 * under setup end within minutes by themselves. Returns the number of secrets; one of a key that is not configured is set aside.
 */
export async function resealFactors(
  { database, keys }: Pick<Factors, 'database' | 'keys'>,
  { items }: Pick<JobRun, 'items'>,
): Promise<number> {
  const current = currentKeyId(keys());
  const rows = await database.query<{ holder: string; secret: Buffer }>(
    'select holder, secret from authenticator where substring(secret from 1 for $2) <> $1 and holder <> all($4) order by holder limit $3',
    [current, current.length, BATCH, items.aside('holder')],
  );
  const holderOf = ({ holder }: { readonly holder: string }) => holder;
  await items.each('holder', rows, holderOf, async ({ holder, secret }) => {
    const sealed = seal(keys(), holder, unseal(keys(), holder, secret));
    // One that was replaced meanwhile is of the current key.
    await database.query('update authenticator set secret = $3 where holder = $1 and secret = $2', [
      holder,
      secret,
      sealed,
    ]);
  });
  return rows.length;
}

export const resealJob = (factors: Pick<Factors, 'database' | 'keys'>): RecurringJob => ({
  name: 'factors-reseal',
  every: HOUR,
  exclusive: true,
  items: ['holder'],
  async run(run) {
    while (!run.signal.aborted && (await resealFactors(factors, run)) === BATCH);
  },
});
