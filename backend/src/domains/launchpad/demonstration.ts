import { div, toStep } from '@tessera/money';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { tokenSymbol } from '../instruments/index.ts';
import { DEMONSTRATIONS, DESCRIPTION, type Demonstration } from './demonstration-tokens.ts';
import { type Changing, create } from './staff.ts';
import { turnsSince } from './store.ts';

/*
 * Demonstration sales: a new one every two days, of a few tokens in turn, so that there is always one that warms up, one
 * in progress, one that waits for its listing, and tokens that trade. A token whose turn comes again is sold once more at
 * its market price: the number of currencies stays what it is.
 */

const DAY = 86_400_000;
/** ms of a turn: each phase of a sale lasts one. */
export const TURN = 2 * DAY;
const EVERY = 60_000;
/** Turns before the one of now that have a sale: in progress, ended, listed. */
const BEFORE = 3;
/** What a sale is to raise, USDT; the supply follows from the price. */
const RAISED = '250000';
const CAP_SHARE = '50';

type Demonstrating = Changing & { readonly feed: Feed; readonly now: () => number };

/** What a token costs in the sale of a turn: the price of its first, or that of its market. */
function priceOf({ feed, catalogue }: Demonstrating, { code, price }: Demonstration): string | null {
  const instrument = catalogue.current().instrument(tokenSymbol(code));
  if (!instrument) return price;
  const quote = feed.quote(instrument.symbol);
  return quote && quote.halt === null ? quote.index : null;
}

/** Opens the sale of a turn. */
async function open(parts: Demonstrating, turn: number, fence: JobRun['fence']): Promise<void> {
  const demonstration = DEMONSTRATIONS[turn % DEMONSTRATIONS.length] as Demonstration;
  const price = priceOf(parts, demonstration);
  if (price === null) return;
  const at = parts.now();
  const supply = toStep(div(RAISED, price), '1000', 'up');
  await parts.database.transaction(async (tx) => {
    await fence(tx);
    await create(
      tx,
      parts,
      {
        currency: demonstration.code,
        scale: 4,
        name: demonstration.name,
        ...Object.fromEntries(Object.entries(DESCRIPTION).map(([code, text]) => [`description_${code}`, text])),
        website: `https://${demonstration.code.toLowerCase()}.tessera.example`,
        whitepaper: `https://${demonstration.code.toLowerCase()}.tessera.example/whitepaper.pdf`,
        price,
        pay_currencies: 'USDT,BTC,ETH',
        total_issuance: supply,
        user_cap: div(supply, CAP_SHARE),
        min_amount: toStep(div('10', price), '1', 'up'),
        start_time: (turn + 1) * TURN,
        end_time: (turn + 2) * TURN,
        listing_time: (turn + 3) * TURN,
      },
      at,
      turn,
    );
  });
  await parts.catalogue.refresh();
}

/** Opens what is missing. What was missed while no node ran is not made up for: no user could have subscribed. */
export const demonstrationJob = (parts: Demonstrating): RecurringJob => ({
  name: 'launchpad-demonstration',
  every: EVERY,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  async run({ fence, signal }) {
    const now = Math.floor(parts.now() / TURN);
    const known = await turnsSince(parts.database, now - BEFORE);
    for (let turn = now - BEFORE; turn <= now && !signal.aborted; turn++) {
      if (known.has(turn)) continue;
      try {
        await open(parts, turn, fence);
      } catch (error) {
        // A market without a price now has one at another turn of the job.
        if (!(error instanceof DomainError)) throw error;
      }
    }
  },
});
