import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { VipBenefits } from '../../platform/ports.ts';

/** A level with what it asks for, USDT. */
export type VipLevel = VipBenefits & { readonly volume: string; readonly balance: string };

type LevelRow = Omit<VipLevel, 'loan'> & { readonly loan_limit: string | null; readonly loan_day_rate: string | null };

/** Lowest first. */
export async function readLevels(sql: Sql): Promise<VipLevel[]> {
  const rows = await sql.query<LevelRow>(
    `select level, volume, balance, fee_discount as "feeDiscount", withdrawal_factor as "withdrawalFactor",
            loan_limit, loan_day_rate
       from vip_level order by level`,
  );
  return rows.map(({ loan_limit: limit, loan_day_rate: dayRate, ...row }) => ({
    ...row,
    loan: limit === null || dayRate === null ? null : { limit, dayRate },
  }));
}

export async function storedVersion(sql: Sql): Promise<number> {
  const [head] = await sql.query<{ version: string }>('select version from vip_head');
  if (!head) throw new Error('the VIP levels have no version');
  return Number(head.version);
}

/** Raises the version; other changes wait until this transaction is over. */
export async function nextVersion(tx: Transaction): Promise<number> {
  const [head] = await tx.query<{ version: string }>('update vip_head set version = version + 1 returning version');
  if (!head) throw new Error('the VIP levels have no version');
  return Number(head.version);
}

/** Users above level 0. */
export async function readHolders(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ id: string; level: number }>(
    'select id, vip_level as level from user_account where vip_level > 0',
  );
  return new Map(rows.map(({ id, level }) => [id, level]));
}
