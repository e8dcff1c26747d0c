import type { Database } from '../../platform/db/database.ts';
import type { Vip } from '../../platform/ports.ts';
import { readHolders, readLevels, storedVersion, type VipLevel } from './store.ts';

export type Standings = Vip & {
  /** Lowest first; empty before the first read. */
  readonly levels: () => readonly VipLevel[];
  readonly version: () => number;
};

const NO_BENEFITS: VipLevel = {
  level: 0,
  volume: '0',
  balance: '0',
  feeDiscount: '0',
  withdrawalFactor: '1',
  loan: null,
};

/**
 * Levels and who has them, in memory: a fill asks for the discount of its user, and reads nothing. A node that changes them
 * follows at once, others by a message or a look every second.
 */
export function rememberStandings(database: Database): Standings {
  let version = 0;
  let levels: readonly VipLevel[] = [];
  let holders: ReadonlyMap<string, number> = new Map();
  return {
    levels: () => levels,
    version: () => version,
    of(userId) {
      const level = holders.get(userId) ?? 0;
      return levels.find((each) => each.level === level) ?? NO_BENEFITS;
    },
    async refresh() {
      if ((await storedVersion(database)) <= version) return;
      // Both of one version: who changes them locks the head.
      const read = await database.transaction(async (tx) => {
        await tx.query('select from vip_head for share');
        return { version: await storedVersion(tx), levels: await readLevels(tx), holders: await readHolders(tx) };
      });
      if (read.version <= version) return;
      ({ version, levels, holders } = read);
    },
  };
}
