import { cmp, mul, sub } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Limit, LimitKind, Limits } from '../../platform/ports.ts';
import { type Configuration, readConfiguration } from '../site/index.ts';

const DAY = 86_400_000;

export type Level = 0 | 1 | 2;

/** What a level allows of a kind; null for any amount, zero for none. */
type Rule = Pick<Limit, 'unit' | 'period'> & {
  readonly limit: (configuration: Configuration, level: Level, withdrawalFactor: string) => string | null;
};

export const LIMITS: Readonly<Record<LimitKind, Rule>> = {
  // Verified users' deposits have no cap of ours.
  deposit: { unit: 'USDT', period: 'total', limit: ({ orderLimits }, level) => (level === 0 ? orderLimits[0] : null) },
  withdrawal: {
    unit: 'BTC',
    period: 'day',
    limit: ({ withdrawalLimits }, level, factor) => mul(withdrawalLimits[level], factor),
  },
  send: { unit: 'USDT', period: 'day', limit: ({ sendLimits }, level) => sendLimits[level] },
};

const KINDS = ['deposit', 'withdrawal', 'send'] as const satisfies readonly LimitKind[];

/** The limits of users by their identity level, with what they have used of each. */
export function limitsOf({ ports, now }: Pick<Dependencies, 'ports' | 'now'>): Limits {
  async function limitOf(sql: Sql, userId: string, level: Level, kind: LimitKind, configuration: Configuration) {
    const { unit, period, limit } = LIMITS[kind];
    const since = period === 'day' ? now() - DAY : null;
    const { withdrawalFactor } = ports.vip().of(userId);
    return {
      kind,
      unit,
      period,
      limit: limit(configuration, level, withdrawalFactor),
      used: await ports.limitUsed(kind)(sql, userId, since),
    } satisfies Limit;
  }

  return {
    async of(sql, userId) {
      const [user] = await sql.query<{ level: Level }>(
        'select verification_level as level from user_account where id = $1',
        [userId],
      );
      if (!user) throw new Error(`user ${userId} is gone`);
      const configuration = await readConfiguration(sql);
      return Promise.all(KINDS.map((kind) => limitOf(sql, userId, user.level, kind, configuration)));
    },
    async require(tx, userId, kind, value, field) {
      // The row of the idempotency key refers to the user already: a stronger lock would wait for it in a circle.
      const [user] = await tx.query<{ level: Level }>(
        'select verification_level as level from user_account where id = $1 for no key update',
        [userId],
      );
      if (!user) throw new Error(`user ${userId} is gone`);
      const { limit, used, unit } = await limitOf(tx, userId, user.level, kind, await readConfiguration(tx));
      if (limit === null) return;
      if (cmp(limit, '0') <= 0) throw new DomainError('verification_required');
      const left = sub(limit, used);
      if (cmp(value, left) <= 0) return;
      if (kind === 'withdrawal')
        throw new DomainError('withdrawal_limit', { ...(field && { field }), params: { limit } });
      const params = { left: cmp(left, '0') > 0 ? left : '0', unit };
      throw new DomainError(kind === 'send' ? 'send_limit' : 'limit_exceeded', { ...(field && { field }), params });
    },
  };
}
