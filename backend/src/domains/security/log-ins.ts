import type { Output } from '@tessera/api/contract';
import type { Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { countryOfAddress } from '../../platform/http/place.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';

type Row = {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  /** Unix ms. */
  readonly created_at: number;
  readonly ended_at: number | null;
};

/** The log-ins of an account, newest first: sessions, also those that ended, for 30 days after they would have expired. */
export async function logIns(
  sql: Sql,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  { page, limit }: Page,
): Promise<Pick<Output<'GET /safe/log_ins'>, 'list' | 'total'>> {
  const { rows, total } = await pageOf<Row>(sql, {
    select: 'id, device, address, created_at, ended_at',
    newest: { of: 'session', where: 'user_id = $1', order: 'id desc', as: 's' },
    order: 'id desc',
    values: [id],
    page,
    limit,
  });
  return {
    list: rows.map((row) => ({ ...row, country: countryOfAddress(row.address), current: row.id === sessionId })),
    total,
  };
}
