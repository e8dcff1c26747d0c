import type { Output } from '@tessera/api/contract';
import { vipContract } from '@tessera/api/vip/contract';
import { averageBalance, VIP_DAYS } from '@tessera/api/vip/rules';
import { sum } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { changeLevel } from './change.ts';
import { announce, countJob, DAY, startOfDay, TOPIC } from './count.ts';
import { rememberStandings } from './standings.ts';
import { countedUntil, daysOf, levelOfUser, readLevels, storedVersion, type VipLevel } from './store.ts';

/** ms between looks for a newer version. */
const FOLLOW_EVERY = 1_000;

export type WireVipLevel = Output<'GET /user/vip'>['levels'][number];

const wireLevel = ({ level, volume, balance, feeDiscount, withdrawalFactor, loan }: VipLevel): WireVipLevel => ({
  level,
  volume,
  balance,
  fee_discount: feeDiscount,
  withdrawal_factor: withdrawalFactor,
  loan: loan && { limit: loan.limit, day_rate: loan.dayRate },
});

/** All levels, lowest first. */
export const vipLevels = async (sql: Sql): Promise<WireVipLevel[]> => (await readLevels(sql)).map(wireLevel);

/** VIP levels by volume or balance: lower fees, larger withdrawals and loans. */
export const vip = defineDomain(vipContract, (dependencies) => {
  const { database, nodes, log, now } = dependencies;
  const standings = rememberStandings(database);
  const staffLevels = async () =>
    database.transaction(async (tx) => ({
      version: await storedVersion(tx),
      list: await vipLevels(tx),
    }));
  return {
    name: 'vip',
    userData: { vip_day: OWN_ROWS },
    vip: standings,
    jobs: [
      countJob({ ...dependencies, standings }),
      {
        // Of what other nodes changed this one has heard, unless a message was lost.
        name: 'vip-follow',
        every: FOLLOW_EVERY,
        exclusive: false,
        whole: 'this node reads the levels',
        run: () => standings.refresh(),
      },
    ],
    start: () =>
      nodes.onBroadcast(TOPIC, () => {
        standings.refresh().catch((err: unknown) => log.error({ err }, 'the VIP levels could not be read'));
      }),
    calls: {
      'GET /user/vip': async ({ database: sql, user }) => {
        const levels = await vipLevels(sql);
        const level = await levelOfUser(sql, user.id);
        const until = await countedUntil(sql);
        const days = until === null ? [] : await daysOf(sql, user.id, until - VIP_DAYS * DAY);
        return {
          level,
          fee_discount: levels.find((each) => each.level === level)?.fee_discount ?? '0',
          volume: sum(days.map(({ volume }) => volume)),
          balance: averageBalance(days.map(({ balance }) => balance)),
          days,
          levels,
          counted_until: until,
          next_at: startOfDay(now()) + DAY,
        };
      },
      'GET /staff/vip': staffLevels,
      'POST /staff/vip/change': async ({ database: sql, by, committed }, change) => {
        await changeLevel(sql, change, by);
        return committed(async () => {
          await announce({ standings, nodes });
          return staffLevels();
        });
      },
    },
  };
});
