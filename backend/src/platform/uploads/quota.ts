import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { type Counted, countAttempt } from '../limits/attempts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Pictures that an account may upload in 24 hours; the setting `max_uploads_per_day` replaces it. */
export const MAX_UPLOADS_PER_DAY = 40;

const counted = (userId: string): Counted => ({ scope: 'upload', subject: userId });

/** Counts an upload of an account, over all nodes. Rejects with `upload_quota` beyond the number of a day. */
export async function countUpload(sql: Sql, userId: string, now: number): Promise<void> {
  const [row] = await sql.query<{ value: string }>(`select value from setting where keyword = 'max_uploads_per_day'`);
  const most = Number(row?.value ?? MAX_UPLOADS_PER_DAY);
  const attempt = await countAttempt(sql, { ...counted(userId), windows: [{ most, within: DAY }], now });
  if (attempt.allowed) return;
  throw new DomainError('upload_quota', { field: 'file', params: { hours: Math.ceil(attempt.retryAfter / HOUR) } });
}
