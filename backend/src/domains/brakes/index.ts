import { brakesContract } from '@tessera/api/brakes/contract';
import {
  type Brake,
  changed,
  coolingUntil,
  dayOf,
  type Limits,
  leftOfDay,
  limitsAt,
  refusalOf,
} from '@tessera/api/brakes/rules';
import type { Output, ReadInput } from '@tessera/api/contract';
import { isZero } from '@tessera/money';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { type Held, heldOf, NOTHING_HELD, writeBrakes } from './store.ts';

/*
 * Limits that users set for their own trading. Domains that trade read them with what else they read before they open
 * something (`heldOf`), let `requireUnbraked` judge, and book the result of each trade in its own transaction
 * (`bookResults`), whether its user has set a limit or not: one that is set at noon counts the morning's losses.
 */

export { bookResults, changedSince, type Held, heldOf, NOTHING_HELD, type UserResult } from './store.ts';

/** Most years of a self-exclusion. */
const MOST_EXCLUDED = 5 * 366 * 86_400_000;

/**
 * Throws a DomainError where the user's own limits keep from opening at a moment, Unix ms. `multiple` is null for what
 * has no leverage.
 */
export function requireUnbraked(held: Held | undefined, multiple: number | null, at: number): void {
  if (!held) return;
  const refusal = refusalOf(limitsAt(held.brakes, at), held.results, multiple, at);
  if (refusal) throw new DomainError(refusal.code, { params: refusal.params });
}

type State = Output<'GET /brakes'>;
type Change = ReadInput<'POST /brakes'>;

/** A loosening that has taken effect is what holds. */
const shown = <Value>({ next }: Brake<Value>, value: Value, at: number): Brake<Value> => ({
  value,
  next: next && at < next.at ? next : null,
});

function stateOf({ brakes, results }: Held, now: number): State {
  const limits = limitsAt(brakes, now);
  return {
    daily_loss: shown(brakes.dailyLoss, limits.dailyLoss, now),
    max_multiple: shown(brakes.maxMultiple, limits.maxMultiple, now),
    cool_off: shown(brakes.coolOff, limits.coolOff, now),
    excluded_until: shown(brakes.excludedUntil, limits.excludedUntil, now),
    left_today: leftOfDay(limits, results, now),
    result_today: results.day === dayOf(now) ? results.result : '0',
    losses: results.losses,
    cooling_until: coolingUntil(limits, results, now),
    now,
  };
}

/** Zero is no limit. */
function wantedOf(change: Change, now: number): Partial<Limits> {
  const { daily_loss, max_multiple, cool_off_losses, cool_off_minutes, excluded_until } = change;
  if (excluded_until !== undefined && excluded_until > now + MOST_EXCLUDED) {
    throw new DomainError('field_too_large', { field: 'excluded_until', params: { max: now + MOST_EXCLUDED } });
  }
  if ((cool_off_losses ?? 0) > 0 && cool_off_minutes === undefined) {
    throw new DomainError('field_required', { field: 'cool_off_minutes' });
  }
  if (cool_off_minutes !== undefined && cool_off_losses === undefined) {
    throw new DomainError('field_required', { field: 'cool_off_losses' });
  }
  return {
    ...(daily_loss !== undefined && { dailyLoss: isZero(daily_loss) ? null : daily_loss }),
    ...(max_multiple !== undefined && { maxMultiple: max_multiple === 0 ? null : max_multiple }),
    ...(cool_off_losses !== undefined && {
      coolOff:
        cool_off_losses === 0 || cool_off_minutes === undefined
          ? null
          : { losses: cool_off_losses, minutes: cool_off_minutes },
    }),
    ...(excluded_until !== undefined && { excludedUntil: excluded_until === 0 ? null : excluded_until }),
  };
}

/** Brakes: a daily loss limit, a highest leverage, a pause after losses, exclusion. */
export const brakes = defineDomain(brakesContract, ({ now, ports, log }) => ({
  name: 'brakes',
  userData: { brake: OWN_ROWS, trading_result: OWN_ROWS },
  calls: {
    'GET /brakes': async ({ database, user }) =>
      stateOf((await heldOf(database, [user.id])).get(user.id) ?? NOTHING_HELD, now()),
    'POST /brakes': async ({ database, user }, change) => {
      const state = await database.transaction(async (tx) => {
        // Two changes at once would each start from what was before.
        await tx.query('select from user_account where id = $1 for no key update', [user.id]);
        const held = (await heldOf(tx, [user.id])).get(user.id) ?? NOTHING_HELD;
        const at = now();
        const after = changed(held.brakes, wantedOf(change, at), at);
        await writeBrakes(tx, user.id, held.brakes, after, at);
        tx.notify(user.id, { kind: 'profile' });
        return stateOf({ ...held, brakes: after }, at);
      });
      // The limits are set. A market that takes no command now finds them with its next step.
      await ports.obeyBrakes(user.id).catch((err: unknown) => log.warn({ err }, 'pending orders wait for the market'));
      return state;
    },
  },
}));
