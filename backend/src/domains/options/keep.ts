import { windowOf } from '@tessera/api/options/rules';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { keepTicks, type SettlingSpan } from '../../platform/market/tick-store.ts';
import { markKept, type StoredOption, unkept } from './store.ts';
import { termsOf } from './view.ts';

/** ms between two runs: ticks are signed once a minute. */
const EVERY = 5_000;
/** Options in one transaction. */
const BATCH = 500;

export type OptionSpans = { readonly entry: SettlingSpan; readonly settlement: SettlingSpan };

/** What has to be known to check an option: the prices from its entry to its strike, and those of its window. */
export function spansOf(option: StoredOption): OptionSpans {
  const { symbol, entry_at, strike_at, max_age } = option;
  const [from, to] = windowOf(termsOf(option));
  return {
    entry: { symbol, from: entry_at, to: strike_at ?? entry_at + max_age },
    settlement: { symbol, from, to },
  };
}

const idOf = ({ id }: StoredOption): string => id;

/** Keeps the ticks that settled options, which the record drops after a week, once they are signed. */
export const keepJob = ({ database }: { readonly database: Database }): RecurringJob => ({
  name: 'options-keep',
  every: EVERY,
  exclusive: true,
  items: ['option'],
  async run({ fence, items }) {
    await items.pages(
      'option',
      (aside) => unkept(database, BATCH, aside),
      idOf,
      (some) =>
        database.transaction(async (tx) => {
          await fence(tx);
          await keepTicks(
            tx,
            some.flatMap((option) => Object.values(spansOf(option))),
          );
          await markKept(tx, some.map(idOf));
        }),
    );
  },
});
