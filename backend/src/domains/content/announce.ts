import * as z from 'zod/mini';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../../platform/jobs/queued-job.ts';
import { screenLink } from '../../platform/screens/screen-link.ts';
import { userById } from '../identity/index.ts';
import { notifyDevices } from '../messages/index.ts';
import { newsById } from './items.ts';

const MINUTE = 60_000;
/** ms: an older announcement is no news. */
const FRESH = 86_400_000;
/** Users in one transaction. */
const BATCH = 200;

const announceTask = defineTask('announce-item', z.object({ id: z.string(), after: z.string() }));

type Parts = Pick<Dependencies, 'database' | 'now'>;

/** Tells the devices of users of announcements that pop up, once each. */
export const announceJob = ({ database, now }: Parts): RecurringJob => ({
  name: 'announce',
  every: MINUTE,
  exclusive: true,
  whole: 'announcements of staff',
  async run({ fence }) {
    const at = now();
    await database.transaction(async (tx) => {
      await fence(tx);
      const rows = await tx.query<{ id: string }>(
        `update content_item set pushed_at = $1
          where kind = 'news' and pop and shown and pushed_at is null and at <= $1 and at > $2 returning id`,
        [new Date(at), new Date(at - FRESH)],
      );
      for (const { id } of rows) await enqueue(tx, announceTask, { id, after: '0' }, { jobKey: id });
    });
  },
});

/** The users with devices, a batch at a time; a repeated batch sends nothing twice. */
export const announceItemJob = ({ database, now }: Parts): QueuedJob =>
  handle(announceTask, async ({ id, after }) => {
    await database.transaction(async (tx) => {
      const [shown] = await tx.query('select from content_item where id = $1 and shown', [id]);
      // Taken back since: those who were not told are not.
      if (!shown) return;
      const users = await tx.query<{ id: string }>(
        'select distinct user_id as id from push_subscription where user_id > $1 order by user_id limit $2',
        [after, BATCH],
      );
      for (const user of users) {
        const { language } = await userById(tx, user.id);
        const { title, abstract } = await newsById(tx, language, id);
        await notifyDevices(tx, user.id, {
          id: `news-${id}`,
          topic: 'announcements',
          link: screenLink('/pages/mailMessage/ggDetail', { id }),
          words: () => ({ title, body: abstract }),
          isPublic: true,
          at: now(),
        });
      }
      const last = users.at(-1);
      if (users.length === BATCH && last) await enqueue(tx, announceTask, { id, after: last.id }, { jobKey: id });
    });
  });
