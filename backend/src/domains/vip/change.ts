import type { ReadInput } from '@tessera/api/contract';
import { MOST_DISCOUNT } from '@tessera/api/vip/rules';
import { cmp, isZero } from '@tessera/money';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';
import { relevel, tellHolders } from './count.ts';
import { countedUntil, nextVersion, readLevels, recordChange, updateLevel, type VipLevel } from './store.ts';

type Change = ReadInput<'POST /staff/vip/change'>;

const LEAST_FACTOR = '1';
const MOST_FACTOR = '100';
const MOST_DAY_RATE = '0.01';

function applied(before: VipLevel, change: Change): VipLevel {
  const limit = change.loan_limit ?? before.loan?.limit ?? '0';
  const dayRate = change.loan_day_rate ?? before.loan?.dayRate;
  if (!isZero(limit) && dayRate === undefined) throw new DomainError('field_required', { field: 'loan_day_rate' });
  return {
    level: before.level,
    volume: change.volume ?? before.volume,
    balance: change.balance ?? before.balance,
    feeDiscount: change.fee_discount ?? before.feeDiscount,
    withdrawalFactor: change.withdrawal_factor ?? before.withdrawalFactor,
    loan: isZero(limit) || dayRate === undefined ? null : { limit, dayRate },
  };
}

const atMost = (field: string, value: string, max: string): void => {
  if (cmp(value, max) > 0) throw new DomainError('field_too_large', { field, params: { max } });
};
const atLeast = (field: string, value: string, min: string): void => {
  if (cmp(value, min) < 0) throw new DomainError('field_too_small', { field, params: { min } });
};

/** A level that is higher asks for no less and gives no less. */
function refuseDisorder(levels: readonly VipLevel[], level: VipLevel): void {
  const below = levels.findLast((each) => each.level < level.level);
  const above = levels.find((each) => each.level > level.level);
  if (below) {
    atLeast('volume', level.volume, below.volume);
    atLeast('balance', level.balance, below.balance);
    atLeast('fee_discount', level.feeDiscount, below.feeDiscount);
    atLeast('withdrawal_factor', level.withdrawalFactor, below.withdrawalFactor);
    if (below.loan) atLeast('loan_limit', level.loan?.limit ?? '0', below.loan.limit);
    if (below.loan && level.loan) atMost('loan_day_rate', level.loan.dayRate, below.loan.dayRate);
  } else {
    // Every user is at the lowest level.
    atMost('volume', level.volume, '0');
    atMost('balance', level.balance, '0');
  }
  if (!above) return;
  atMost('volume', level.volume, above.volume);
  atMost('balance', level.balance, above.balance);
  atMost('fee_discount', level.feeDiscount, above.feeDiscount);
  atMost('withdrawal_factor', level.withdrawalFactor, above.withdrawalFactor);
  if (level.loan) atMost('loan_limit', level.loan.limit, above.loan?.limit ?? '0');
  if (level.loan && above.loan) atLeast('loan_day_rate', level.loan.dayRate, above.loan.dayRate);
}

/**
 * Changes a level and gives users the levels that they reach then, in one transaction. Rejects with `changed_meanwhile`
 * where another change was faster, and what would give a lower level more than a higher one.
 */
export async function changeLevel(database: Database, change: Change, { staffId, at }: By): Promise<void> {
  const changed = await database.transaction(async (tx) => {
    const version = await nextVersion(tx);
    if (version - 1 !== change.version) throw new DomainError('changed_meanwhile', { field: 'version' });
    const levels = await readLevels(tx);
    const before = levels.find(({ level }) => level === change.level);
    if (!before) throw new DomainError('not_found', { field: 'level' });
    const after = applied(before, change);
    atMost('fee_discount', after.feeDiscount, MOST_DISCOUNT);
    atLeast('withdrawal_factor', after.withdrawalFactor, LEAST_FACTOR);
    atMost('withdrawal_factor', after.withdrawalFactor, MOST_FACTOR);
    if (after.loan) atMost('loan_day_rate', after.loan.dayRate, MOST_DAY_RATE);
    refuseDisorder(levels, after);
    await updateLevel(tx, after);
    await recordChange(tx, { staffId, level: change.level, reason: change.reason, at });
    const until = await countedUntil(tx);
    return until === null ? [] : await relevel(tx, until);
  });
  await tellHolders(database, changed);
}
