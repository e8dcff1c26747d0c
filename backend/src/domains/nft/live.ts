import { LIVE_BIDS, type LiveAuction, type LiveBid } from '@tessera/api/nft/wire';
import type { Sql } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import type { LiveTopic, TopicParts } from '../../platform/realtime/topic.ts';
import { maskName } from '../identity/index.ts';
import type { SaleState } from './store.ts';

/*
 * Auctions to all who look at them, guests included. Each node with listeners reads the table by itself: a bid may
 * have been accepted by another node. Nothing is read without listeners.
 */

/** ms between two looks. */
const EVERY = 500;
/**
 * Codes of a look beside those of auctions that are open, and of those that the last one found: a guest may name any, and the
 * database pays for each. The newest come first, the others in turn. Those of open auctions wait behind none.
 */
const UNKNOWN = 500;
/** Looks between two readings of the codes of all open auctions; those of new ones are read with each look. */
const READ_ALL = 120;
/** Ids by which a sale may be stored after others with a higher one. */
const LATE = 1_000;
/** Such codes at most on a node; then the one that had no auction for longest is given up for a new one. */
const MOST_UNKNOWN = 50_000;

type Sale = {
  readonly id: string;
  readonly code: string;
  readonly state: SaleState;
  readonly bids: number;
  readonly end_at: number;
};

type Watched = {
  readonly parts: TopicParts;
  /** What was last sent, and of which state of the sale. */
  row: string | null;
  as: string;
  fresh: boolean;
};

export type Live = { readonly topic: LiveTopic; readonly job: RecurringJob };

/** The last auctions under these codes that may be seen. */
const auctionsOf = (sql: Sql, codes: readonly string[]): Promise<readonly Sale[]> =>
  sql.query<Sale>(
    `select s.id, s.code, s.state, s.bids, s.end_at from nft_sale s
       join nft_work w on w.id = s.work_id join nft_artist a on a.id = w.artist_id
      where s.code = any($1) and s.latest and s.increment is not null and s.end_at is not null and w.shown and a.shown`,
    [codes],
  );

/** Auctions that are open, from an id on. */
const openAuctions = (sql: Sql, from: number): Promise<readonly { readonly id: string; readonly code: string }[]> =>
  sql.query(
    `select id, code from nft_sale where latest and state = 'open' and increment is not null and id >= $1 order by id`,
    [from],
  );

type BidRow = {
  readonly sale_id: string;
  readonly id: string;
  readonly nickname: string;
  readonly price: string;
  readonly at: number;
};

/** The newest bids of sales, newest first, by sale. */
async function newestBids(sql: Sql, sales: readonly string[]): Promise<Map<string, LiveBid[]>> {
  const rows = await sql.query<BidRow>(
    `select b.sale_id, b.id, u.nickname, b.price, b.at from unnest($1::bigint[]) as s (id)
      cross join lateral (select * from nft_bid where sale_id = s.id order by id desc limit $2) b
       join user_account u on u.id = b.user_id order by b.id desc`,
    [sales, LIVE_BIDS],
  );
  const bids = new Map<string, LiveBid[]>();
  for (const { sale_id, id, nickname, price, at } of rows) {
    bids.set(sale_id, [...(bids.get(sale_id) ?? []), [id, maskName(nickname), price, at]]);
  }
  return bids;
}

const stateOf = ({ id, state, bids, end_at }: Sale): string => `${id} ${state} ${bids} ${end_at}`;

export function createLive({ database }: { readonly database: Sql }): Live {
  const watched = new Map<string, Watched>();
  /** Codes that the last look found. */
  const found = new Set<string>();
  /** Those that no look was for yet, and those that had no auction, the longest ago first. */
  const unseen = new Set<string>();
  const absent = new Set<string>();

  /** Codes of open auctions, with the last id that was read. */
  let open = new Set<string>();
  let last = 0;
  let looks = 0;

  async function readOpen(): Promise<void> {
    const all = looks % READ_ALL === 0;
    looks += 1;
    const auctions = await openAuctions(database, all ? 0 : Math.max(0, last - LATE));
    if (all) open = new Set();
    for (const { id, code } of auctions) {
      open.add(code);
      last = Math.max(last, Number(id));
    }
  }

  function forget(code: string): void {
    watched.delete(code);
    for (const each of [found, unseen, absent]) each.delete(code);
  }

  function codesToLookAt(): string[] {
    // Whichever of the two sets is smaller: a flood makes that of the listeners long.
    const waits = (code: string) => unseen.has(code) || absent.has(code);
    const there =
      open.size < watched.size
        ? [...open].filter(waits)
        : [...watched.keys()].filter((code) => open.has(code) && waits(code));
    const others = (codes: ReadonlySet<string>) => [...codes].filter((code) => !open.has(code));
    const newest = others(unseen).slice(-UNKNOWN);
    return [...found, ...there, ...newest, ...others(absent).slice(0, UNKNOWN - newest.length)];
  }

  function note(codes: readonly string[], sales: readonly Sale[]): void {
    const there = new Set(sales.map(({ code }) => code));
    for (const code of codes) {
      // It may have been left meanwhile.
      if (!watched.has(code)) continue;
      for (const each of [found, unseen, absent]) each.delete(code);
      (there.has(code) ? found : absent).add(code);
    }
  }

  return {
    topic: {
      kind: 'nft',
      open(code, parts) {
        if (unseen.size + absent.size >= MOST_UNKNOWN) {
          const [oldest] = absent.size > 0 ? absent : unseen;
          if (oldest !== undefined) forget(oldest);
        }
        const own: Watched = { parts, row: null, as: '', fresh: false };
        watched.set(code, own);
        unseen.add(code);
        return {
          first: () => (own.row === null ? null : new Map([[code, own.row]])),
          next() {
            if (!own.fresh || own.row === null) return null;
            own.fresh = false;
            return new Map([[code, own.row]]);
          },
          close: () => {
            if (watched.get(code) === own) forget(code);
          },
        };
      },
    },
    job: {
      name: 'nft-live',
      every: EVERY,
      exclusive: false,
      whole: 'it tells the pages of this node',
      async run() {
        if (watched.size === 0) return;
        await readOpen();
        const codes = codesToLookAt();
        const sales = await auctionsOf(database, codes);
        note(codes, sales);
        const changed = sales.filter((sale) => watched.get(sale.code)?.as !== stateOf(sale));
        if (changed.length === 0) return;
        const bids = await newestBids(
          database,
          changed.map(({ id }) => id),
        );
        for (const sale of changed) {
          const own = watched.get(sale.code);
          if (!own) continue;
          const { id, state, bids: count, end_at: end } = sale;
          own.as = stateOf(sale);
          own.row = JSON.stringify({
            sale: id,
            state,
            bids: count,
            end,
            last: bids.get(id) ?? [],
          } satisfies LiveAuction);
          own.fresh = true;
          own.parts.wake();
        }
      },
    },
  };
}
