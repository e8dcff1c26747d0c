// Bids of many users at once, in a process of its own that can be killed: bid-all.ts <JSON of BidAll>.
import { openCatalogue } from '../../src/domains/instruments/index.ts';
import { placeBid } from '../../src/domains/nft/bid.ts';
import { connect } from '../../src/platform/db/database.ts';
import { fakeFeed } from '../../test/fake-feed.ts';

export type BidAll = {
  readonly connection: Omit<Parameters<typeof connect>[0], 'max' | 'onLost'>;
  readonly code: string;
  readonly users: readonly { readonly id: string; readonly level: 2 }[];
  /** Unix ms. */
  readonly time: number;
};

const { connection, code, users, time } = JSON.parse(process.argv[2] ?? '') as BidAll;
const database = connect({ ...connection, max: 10, onLost: () => undefined });
const now = () => time;
const catalogue = await openCatalogue({ database, now });
const market = {
  catalogue,
  feed: fakeFeed(now),
  now,
  databaseNow: async () => now(),
  ports: { keepsMoney: async () => undefined },
  leave: async () => undefined,
};
await Promise.allSettled(
  users.map((user, index) =>
    database.transaction((tx) => placeBid(tx, user, { code, price: String(100 + index) }, market)),
  ),
);
await database.close();
