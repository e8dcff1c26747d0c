import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { MESSAGE_KINDS, topicOf } from './links.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
/** ms that a message is kept that its user has read, or did not want in the message centre. */
const KEPT = YEAR;
/** ms that any message is kept: one of security, and one that was not read. */
const KEPT_AT_MOST = 2 * YEAR;
/** Messages in one transaction, and transactions in one run; what remains is next. */
const BATCH = 1_000;
const BATCHES = 20;

const SECURITY = MESSAGE_KINDS.filter((kind) => topicOf(kind) === 'security');

/** Deletes messages to single users after their time. */
export const cleanUpJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'user-messages-clean-up',
  every: HOUR,
  exclusive: true,
  whole: 'it deletes by time alone',
  async run({ fence }) {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const deleted = await database.transaction(async (tx) => {
        await fence(tx);
        return tx.query(
          `delete from user_message where id in (
             select id from user_message
              where at < $1 and (at < $2 or ((read or not in_centre) and kind <> all($3)))
              order by at limit $4)
           returning 1`,
          [new Date(now() - KEPT), new Date(now() - KEPT_AT_MOST), SECURITY, BATCH],
        );
      });
      if (deleted.length < BATCH) return;
    }
  },
});
