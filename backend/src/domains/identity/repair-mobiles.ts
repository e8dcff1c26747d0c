import type { Database } from '../../platform/db/database.ts';
import { repairedMobile } from './mobile.ts';

const STEP = 'mobile numbers in E.164';

type Row = { readonly id: string; readonly mobile: string };

/**
 * Rewrites numbers that were stored in a wrong form, once for a database: the step's row, which a second node waits for,
 * commits with the numbers. Where two accounts turn out to have one number, the older keeps it; the newer keeps signing
 * in by it and is asked for another.
 */
export function repairMobiles(database: Database, now: number): Promise<void> {
  return database.transaction(async (tx) => {
    const claimed = await tx.query(
      'insert into data_step (name, at) values ($1, $2) on conflict do nothing returning 1 as one',
      [STEP, new Date(now)],
    );
    if (claimed.length === 0) return;
    await tx.query('lock table user_account in share row exclusive mode');
    const rows = await tx.query<Row>('select id, mobile from user_account where mobile is not null order by id');
    const owners = new Map<string, Row>();
    const shared: { id: string; mobile: string }[] = [];
    for (const row of rows) {
      const mobile = repairedMobile(row.mobile);
      if (owners.has(mobile)) shared.push({ id: row.id, mobile });
      else owners.set(mobile, row);
    }
    const changed = [...owners].flatMap(([mobile, row]) => (row.mobile === mobile ? [] : [{ id: row.id, mobile }]));
    // First those that give a number up, so that it is free for its owner.
    await tx.query(
      `update user_account u set mobile = null, shared_mobile = s.mobile
         from unnest($1::bigint[], $2::text[]) as s (id, mobile) where u.id = s.id`,
      [shared.map(({ id }) => id), shared.map(({ mobile }) => mobile)],
    );
    await tx.query(
      `update user_account u set mobile = c.mobile
         from unnest($1::bigint[], $2::text[]) as c (id, mobile) where u.id = c.id`,
      [changed.map(({ id }) => id), changed.map(({ mobile }) => mobile)],
    );
  });
}
