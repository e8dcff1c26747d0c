import { quantize } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { tellUser } from '../messages/index.ts';
import { rateOf, resultRate } from './conversion.ts';
import type { Position } from './position.ts';
import { positionsByIds } from './store.ts';
import { liquidationOf } from './trigger-price.ts';
import { changedRisks, forgetWarned, type Judged, type Marked, rememberWarned } from './warning-store.ts';

/*
 * Warnings of positions near their liquidation: one an approach. What was warned of is remembered until it is safe again, so
 * that a price which swings around the level sends no message with each swing.
 */

const EVERY = 5_000;
/** How much of the way from the required margin to the liquidation is left when a user is warned, and when it is safe again. */
const NEAR = 0.3;
const SAFE = 0.5;
/** Symbols that a message names. */
const NAMED = 5;
/** Digits of a price that is shown. */
const SHOWN = 8;

type Parts = Pick<Dependencies, 'database' | 'catalogue' | 'feed' | 'now'> & {
  readonly ports: Pick<Dependencies['ports'], 'automatic'>;
};
type Near = Judged & { readonly near: NonNullable<Judged['near']> };

const percent = (ratio: number): string => (Math.max(0, ratio) * 100).toFixed(1).replace(/\.0$/, '');
const idOf = (subject: string): string | null => /^position:(.+)$/.exec(subject)?.[1] ?? null;

/** Tells users once that a position of theirs is near its liquidation. */
export function warningJob({ database, catalogue, feed, ports, now }: Parts): RecurringJob {
  const indexOf = (symbol: string): string | null => feed.quote(symbol)?.index ?? null;
  const marks = (): readonly Marked[] =>
    catalogue.current().instruments.flatMap((instrument): Marked[] => {
      const { symbol, trades } = instrument;
      const mark = trades.includes('lever') ? feed.quote(symbol)?.mark : undefined;
      return mark === undefined ? [] : [{ symbol, mark, rate: rateOf(instrument, indexOf) }];
    });

  /** Null where the price or the liquidation is not known any more. */
  const namedOf = (position: Position) => {
    const instrument = catalogue.current().instrument(position.symbol);
    const liquidation = liquidationOf(position, resultRate(position, instrument, indexOf));
    const price = feed.quote(position.symbol)?.mark;
    const digits = (value: string) => quantize(value, SHOWN, 'down');
    if (price === undefined || liquidation === null) return null;
    return { symbol: position.symbol, market: 'leverage', price: digits(price), liquidation: digits(liquidation) };
  };

  async function warn(tx: Transaction, userId: string, near: readonly Near[]): Promise<void> {
    const at = now();
    const told = { userId, at, byMail: true };
    const fresh = await rememberWarned(
      tx,
      userId,
      near.map(({ subject }) => subject),
      at,
    );
    const ids = [...fresh].flatMap((subject) => idOf(subject) ?? []);
    const positions = ids.length === 0 ? [] : await positionsByIds(tx, ids);
    const [first, second] = positions;
    const alone = first && !second ? namedOf(first) : null;
    if (first && alone) {
      await tellUser(tx, { ...told, kind: 'position_near', named: alone, reference: `near:${first.id}:${at}` });
    } else if (first) {
      const symbols = [...new Set(positions.map(({ symbol }) => symbol))];
      const shown = symbols.slice(0, NAMED).join(', ');
      const named = {
        market: 'leverage',
        count: String(positions.length),
        symbols: symbols.length > NAMED ? `${shown}, …` : shown,
      };
      await tellUser(tx, { ...told, kind: 'positions_near', named, reference: `near:${first.id}:${at}` });
    }
    for (const { subject, near: risk } of near) {
      if (!fresh.has(subject) || idOf(subject) !== null) continue;
      const named = {
        market: 'leverage',
        currency: risk.currency,
        ratio: percent(risk.left),
        level: percent(risk.level),
      };
      await tellUser(tx, { ...told, kind: 'account_near', named, reference: `near:${risk.currency}:${at}` });
    }
  }

  return {
    name: 'leverage-warnings',
    every: EVERY,
    exclusive: true,
    items: ['user'],
    async run({ fence, items }) {
      const automatic = await ports.automatic(database);
      const changed = await changedRisks(database, marks(), { near: NEAR, safe: SAFE, automatic });
      const users = [...Map.groupBy(changed, ({ userId }) => userId)];
      await items.each(
        'user',
        users,
        ([userId]) => userId,
        ([userId, own]) =>
          database.transaction(async (tx) => {
            await fence(tx);
            const safe = own.filter(({ near }) => near === null).map(({ subject }) => subject);
            if (safe.length > 0) await forgetWarned(tx, userId, safe);
            const near = own.filter((each): each is Near => each.near !== null);
            if (near.length > 0) await warn(tx, userId, near);
          }),
      );
    },
  };
}
