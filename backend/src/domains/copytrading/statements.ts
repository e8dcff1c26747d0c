import type { UtcDay } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { shownName } from '../identity/index.ts';

type StatementRow = {
  readonly id: string;
  readonly user_id: string;
  readonly trader_uid: string;
  readonly nickname: string;
  readonly week: UtcDay;
  readonly realised: string;
  readonly high_before: string;
  readonly high_after: string;
  readonly due: string;
  readonly paid: string;
  readonly at: number;
};

/** Statements of a user, as follower and as trader. */
export async function listStatements(sql: Sql, userId: string, page: { page: number; limit: number }) {
  const { rows, total } = await pageOf<StatementRow>(sql, {
    select: `s.id, s.user_id, t.uid as trader_uid, t.nickname, s.week, s.realised, s.high_before, s.high_after, s.due, s.paid, s.at`,
    newest: {
      of: 'copy_statement',
      where: ['user_id = $1', 'trader_user_id = $1 and user_id <> $1'],
      order: 'id desc',
      as: 's',
      rest: 'join user_account t on t.id = s.trader_user_id',
    },
    order: 's.id desc',
    values: [userId],
    ...page,
  });
  const list = rows.map(({ user_id, trader_uid, nickname, ...row }) => ({
    ...row,
    nickname: shownName(nickname, trader_uid),
    role: user_id === userId ? ('follower' as const) : ('trader' as const),
    trader_user_id: trader_uid,
  }));
  return { list, ...page, total };
}
