import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * Statements that read the first rows of what many users have. An account that makes most of these rows may take the places of all
 * others: each such statement says here why they do not. Those of one owner, by a column that is compared with a parameter, are
 * that owner's own.
 */

const SOURCES = new URL('../src/', import.meta.url);

const TURNS = 'until none is left: what fails is set aside and takes no place';
const ALL = 'page by page, until none is left';
const DUE = 'by when it is due, until none is left: what fails is set aside';
const STAFF = 'what staff write, or a list that they read';
const MARKET = 'the record of the market, which is of no user';

/** By file, how many there are, and why a crowd does not take the places of others in them. */
const FAIR: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'domains/chat/store.ts': [2, 'messages of a room by their number, and bans, which staff read'],
  'domains/content/announce.ts': [1, ALL],
  'domains/content/announcements.ts': [1, STAFF],
  'domains/content/help.ts': [1, STAFF],
  'domains/copytrading/follow-market.ts': [3, 'what was submitted goes out in the run; what was tried last comes last'],
  'domains/copytrading/read-events.ts': [1, TURNS],
  'domains/copytrading/shares.ts': [2, ALL],
  'domains/coupons/store.ts': [1, DUE],
  'domains/deposits/warnings.ts': [1, 'pictures like one, the likest first: any of them takes a second member'],
  'domains/deposits/watch/book.ts': [3, 'by block; what fails is set aside; a debt that is covered is not found again'],
  'domains/instruments/store.ts': [1, STAFF],
  'domains/invest/store.ts': [7, `products of staff, and ${DUE}`],
  'domains/launchpad/store.ts': [1, STAFF],
  'domains/leverage/store.ts': [1, 'events after the last one that was read'],
  'domains/loans/staff.ts': [1, 'loans that staff read, those nearest to their liquidation first'],
  'domains/loans/store.ts': [3, DUE],
  'domains/messages/clean-up.ts': [1, ALL],
  'domains/messages/trading.ts': [1, TURNS],
  'domains/mining/store.ts': [2, DUE],
  'domains/nft/artists/retention.ts': [1, 'files of artists whom staff have approved, each a few a day'],
  'domains/nft/artists/submission-queue.ts': [1, 'others with a file of one submission'],
  'domains/nft/boxes/demonstration.ts': [2, 'accounts of a demonstration'],
  'domains/nft/chain/store.ts': [
    2,
    'mints in the order of their requests, five a day and user; the list is read by staff',
  ],
  'domains/nft/demonstration.ts': [1, 'accounts of a demonstration'],
  'domains/nft/store.ts': [3, DUE],
  'domains/nft/works.ts': [2, 'pages of what is on sale, and of the bids of a sale'],
  'domains/options/store.ts': [3, 'by when it is due; what waits for a price does so for its age at most'],
  'domains/payees/card-numbers.ts': [1, TURNS],
  'domains/plans/store.ts': [3, 'those due by users in turn, the others until none is left, without those that fail'],
  'domains/quickbuy/jobs.ts': [1, 'each run goes on behind the last order of the run before'],
  'domains/quiz/questions.ts': [2, STAFF],
  'domains/quiz/store.ts': [5, 'rounds, which are the house’s'],
  'domains/spot/trades-csv/trades-csv.ts': [1, 'orders of one user'],
  'domains/staff/factor-removal.ts': [1, TURNS],
  'domains/staff/factor-reset.ts': [1, 'members of the staff'],
  'domains/staff/user-factors.ts': [1, 'removals that staff have proposed'],
  'domains/support/inbox.ts': [1, STAFF],
  'domains/support/jobs.ts': [2, 'what agents had, and what is over for years'],
  'domains/support/store.ts': [3, 'messages of one conversation, and the last replies to any'],
  'domains/treasury/store.ts': [2, 'addresses that hold most first'],
  'domains/treasury/view.ts': [3, STAFF],
  'domains/wallet/history/history.ts': [2, 'days, and what one user booked'],
  'domains/withdrawals/chain/movements.ts': [1, 'addresses that the house has swept'],
  'domains/withdrawals/chain/staff.ts': [1, 'what members have to approve comes first'],
  'domains/withdrawals/chain/store.ts': [
    3,
    'what was tried last comes last; transactions in the order of their nonces',
  ],
  'platform/db/page.ts': [2, 'the newest of one user, as its callers say'],
  'platform/factor/reseal.ts': [1, TURNS],
  'platform/http/idempotency.ts': [1, ALL],
  'platform/jobs/left.ts': [1, 'the oldest first; what fails again is set aside'],
  'platform/market/minute-record.ts': [1, MARKET],
  'platform/market/steps.ts': [1, MARKET],
  'platform/market/tick-store.ts': [1, MARKET],
  'platform/staff-changes/run.ts': [1, DUE],
  'platform/staff-changes/store.ts': [1, 'changes that ended; all that are open are shown'],
  'platform/uploads/clean-up.ts': [1, DUE],
  'platform/uploads/reseal.ts': [1, TURNS],
};

const TEXT = /`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g;
const FIRST = /\blimit\s+(?!1\b)(?:\$\d+|\$\{[^}]*\}|\d+)/g;
const OF_OWNER =
  /\b(?:user_id|holder|conversation_id|position_id|round_id|account_id|owner_id|trader_user_id|symbol_id|work_id|sale_id|project_id|order_id|series_id|staff_id|invited_by)\s*=\s*(?:\$\d|\w+\.id)/;

const firstRows = (source: string): number =>
  [...source.matchAll(TEXT)]
    .filter(([text]) => !OF_OWNER.test(text))
    .reduce((count, [text]) => count + [...text.matchAll(FIRST)].length, 0);

test('each statement that reads the first of many users’ rows says why a crowd keeps no others from it', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
    .flatMap((path) => {
      const count = firstRows(readFileSync(new URL(path, SOURCES), 'utf8'));
      return count > 0 ? [[path, count] as const] : [];
    });
  const said = Object.entries(FAIR).map(([path, [count]]) => [path, count] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(said));
});
