import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { type Counted, countAttempt } from '../limits/attempts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Pictures that an account may upload in 24 hours; the setting `max_uploads_per_day` replaces it. */
export const MAX_UPLOADS_PER_DAY = 40;

const counted = (userId: string): Counted => ({ scope: 'upload', subject: userId });

/** Pictures that a member of the staff may upload in 24 hours. */
const MAX_STAFF_UPLOADS_PER_DAY = 300;

/** Counts an upload of a member of the staff, as below. */
export const countStaffUpload = (sql: Sql, staffId: string, now: number): Promise<void> =>
  requireRoom(sql, { scope: 'staff upload', subject: staffId }, MAX_STAFF_UPLOADS_PER_DAY, now);

async function requireRoom(sql: Sql, of: Counted, most: number, now: number): Promise<void> {
  const attempt = await countAttempt(sql, { ...of, windows: [{ most, within: DAY }], now });
  if (attempt.allowed) return;
  throw new DomainError('upload_quota', { field: 'file', params: { hours: Math.ceil(attempt.retryAfter / HOUR) } });
}

/** Counts an upload of an account, over all nodes. Rejects with `upload_quota` beyond the number of a day. */
export async function countUpload(sql: Sql, userId: string, now: number): Promise<void> {
  const [row] = await sql.query<{ value: string }>(`select value from setting where keyword = 'max_uploads_per_day'`);
  const most = Number(row?.value ?? MAX_UPLOADS_PER_DAY);
  await requireRoom(sql, counted(userId), most, now);
}
