import type { SignerClient } from '@tessera/signer-api';
import type { Catalogue } from '../../../platform/catalogue/catalogue.ts';
import { NodeError, NodeUnreachable } from '../../../platform/chains/json-rpc.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import { LeaseLost } from '../../../platform/jobs/lease.ts';
import {
  type Chain,
  type ChainName,
  chainOf,
  notePause,
  noteProgress,
  noteSignerAssets,
  type PauseReason,
  type Watch,
  watchOf,
} from '../../chains/index.ts';
import { creditFinal, reverseOrphaned } from './book.ts';
import { type ChainReader, type Header, NodeContradiction, type Own, type Transfer } from './reader.ts';
import {
  type Arrival,
  blockAt,
  markGone,
  ownersOf,
  rollBack,
  tellWaiting,
  unplaced,
  waitsForCredit,
  writeArrivals,
  writeBlock,
} from './store.ts';
import { createScale } from './weigh.ts';

export type WatcherParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly chain: ChainName;
  readonly reader: ChainReader;
  /** Of the keys whose addresses the operator can spend from. */
  readonly fingerprints: readonly string[];
  /** Null where none is configured: credits are not compared with what it names then. */
  readonly signer: SignerClient | null;
  /** Unix ms. */
  readonly now: () => number;
};

/** ms that one turn reads blocks for: the lease outlasts it. */
const READS_FOR = 2_500;
/** Blocks that a re-organisation is followed back in one turn. */
const DEEPEST = 1_000;
/** Blocks without the transaction after which a deposit that lost its block counts as gone, where there is no pool to look into. */
const FORGOTTEN_AFTER = 30;

/** The chain is not watched on until the reason is gone. */
class Paused extends Error {
  override name = 'Paused';
  readonly reason: PauseReason;
  constructor(reason: PauseReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Staff let the chain be read from another block meanwhile: the turn is over. */
class Moved extends Error {
  override name = 'Moved';
}

const pauseOf = (error: unknown): Paused | null => {
  if (error instanceof Paused) return error;
  if (error instanceof NodeUnreachable) return new Paused('unreachable', error.message);
  if (error instanceof NodeContradiction) return new Paused('inconsistent', error.message);
  if (error instanceof NodeError) return new Paused('failed', `the node: ${error.message}`);
  return null;
};

/** What a turn knows of the chain. */
type View = {
  readonly chain: Chain;
  readonly head: number;
  readonly finalized: number | null;
};

/**
 * One turn of a chain's watcher: reads the blocks since the last turn, each in a transaction of its own, follows a
 * re-organisation back to the common ancestor, then credits what is final and reverses what is orphaned. A node is
 * believed about blocks that link to those that were read before, and about nothing else: confirmations are counted from
 * the last block that was read, not from the height that the node names. Resolves where the chain is paused: the reason
 * is in `chain_watch`.
 */
export async function watchTurn(
  parts: WatcherParts,
  { fence, signal, items }: Pick<JobRun, 'fence' | 'signal' | 'items'>,
): Promise<void> {
  const { database, chain, now } = parts;
  try {
    await createTurn(parts, { fence, signal, items }).run();
  } catch (error) {
    if (error instanceof Moved) return;
    const paused = error instanceof LeaseLost ? null : pauseOf(error);
    if (!paused) throw error;
    await database.transaction(async (tx) => {
      await fence(tx);
      await notePause(tx, { chain, reason: paused.reason, detail: paused.message, at: now() });
    });
  }
}

function createTurn(
  { database, catalogue, chain: name, reader, fingerprints, signer, now }: WatcherParts,
  { fence, signal, items }: Pick<JobRun, 'fence' | 'signal' | 'items'>,
) {
  /** A transaction that nothing of commits once another node watches, or staff moved the watcher elsewhere. */
  const step = <T>(from: number | null, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await fence(tx);
      const [row] = await tx.query<{ height: string | null }>(
        'select height from chain_watch where chain = $1 for update',
        [name],
      );
      if ((row?.height ?? null) !== (from === null ? null : String(from))) throw new Moved();
      return work(tx);
    });

  async function look(watch: Watch | null): Promise<View> {
    const chain = await chainOf(database, name);
    const identity = await reader.identity();
    if (identity !== chain.identity) {
      throw new Paused('wrong_chain', `the node is of chain ${identity}, and ${chain.identity} is set`);
    }
    const head = await reader.head();
    if (watch?.height != null && head < watch.height) {
      throw new Paused('behind', `the node ends at block ${head}, and ${watch.height} was read`);
    }
    const finalized = chain.finality === 'finalized' ? await reader.finalized() : null;
    if (finalized !== null && finalized > head) {
      throw new Paused('inconsistent', `the node calls block ${finalized} final and ends at ${head}`);
    }
    return { chain, head, finalized };
  }

  async function headerAt(height: number): Promise<Header> {
    const header = await reader.header(height);
    if (!header) throw new Paused('blocks_missing', `the node has no block ${height}, and names a later one`);
    if (header.height !== height) throw new NodeContradiction(`block ${height} came as ${header.height}`);
    return header;
  }

  /** The height up to which the node has the blocks that were read. */
  async function ancestorOf(tip: number): Promise<number> {
    for (let height = tip; height > tip - DEEPEST && height >= 0; height -= 1) {
      const read = await blockAt(database, name, height);
      if (!read) break;
      if ((await headerAt(height)).hash === read.hash) return height;
    }
    throw new Paused('too_deep', `the node has none of the blocks that were read up to ${tip}`);
  }

  /** Leaves blocks that the node has no more. Returns the last one that both have. */
  async function realign(tip: number, view: View, watch: Watch | null): Promise<number> {
    const ancestor = await ancestorOf(tip);
    if (ancestor === tip) return tip;
    const final = watch?.finalized ?? null;
    if (view.finalized !== null && final !== null && ancestor < final) {
      throw new Paused(
        'finality_broken',
        `the node replaced blocks from ${ancestor + 1} on, and called ${final} final before`,
      );
    }
    await step(tip, async (tx) => {
      await rollBack(tx, name, ancestor);
      await noteProgress(tx, { chain: name, height: ancestor, head: view.head, finalized: final, at: now() });
      await tellWaiting(tx, name);
    });
    return ancestor;
  }

  const scale = () => createScale(database, catalogue.current(), name);

  async function arrivalsOf(transfers: readonly Transfer[], owners: ReadonlyMap<string, string>): Promise<Arrival[]> {
    const weigh = transfers.length > 0 ? await scale() : null;
    return transfers.flatMap((transfer) => {
      const userId = owners.get(transfer.address);
      if (userId === undefined || !weigh) return [];
      return [{ ...transfer, userId, units: String(transfer.units), ...weigh(transfer) }];
    });
  }

  /** Remembers whose the addresses are that a reader asked for. */
  function ownership(): { readonly own: Own; readonly owners: Map<string, string> } {
    const owners = new Map<string, string>();
    return {
      owners,
      own: async (addresses) => {
        const found = await ownersOf(database, name, addresses, fingerprints);
        for (const [address, userId] of found) owners.set(address, userId);
        return new Set(found.keys());
      },
    };
  }

  async function read(block: Header, tip: number | null, { head }: View, final: number | null): Promise<void> {
    const { own, owners } = ownership();
    const arrivals = await arrivalsOf(await reader.transfers(block, own), owners);
    await step(tip, async (tx) => {
      await writeBlock(tx, name, block);
      await writeArrivals(tx, name, arrivals, block, now());
      await noteProgress(tx, { chain: name, height: block.height, head, finalized: final, at: now() });
    });
  }

  /** The first block: what is before it was claimed by voucher, or is read by a rescan. */
  async function begin(view: View): Promise<number> {
    const first = await headerAt(view.finalized ?? view.head);
    await step(null, async (tx) => {
      await writeBlock(tx, name, first);
      await noteProgress(tx, {
        chain: name,
        height: first.height,
        head: view.head,
        finalized: view.finalized,
        at: now(),
      });
    });
    return first.height;
  }

  async function advance(from: number, view: View, final: number | null): Promise<number> {
    const until = performance.now() + READS_FOR;
    let tip = from;
    while (tip < view.head && !signal.aborted && performance.now() < until) {
      const next = await headerAt(tip + 1);
      const last = await blockAt(database, name, tip);
      // Replaced since the turn began: the next turn follows it back.
      if (last && next.parent !== last.hash) throw new NodeContradiction(`block ${tip + 1} does not follow ${tip}`);
      await read(next, tip, view, final);
      tip += 1;
    }
    return tip;
  }

  /** What is in no block: seen in the pool for the first time, or gone from it. */
  async function followPool(tip: number): Promise<void> {
    const waiting = await unplaced(database, name);
    if (!reader.unconfirmed) {
      const gone = waiting.filter((each) => Number(each.unplaced_at) + FORGOTTEN_AFTER <= tip);
      if (gone.length > 0)
        await step(tip, (tx) =>
          markGone(
            tx,
            gone.map(({ id }) => id),
          ),
        );
      return;
    }
    const { own, owners } = ownership();
    const pool = await reader.unconfirmed(own);
    const arrivals = await arrivalsOf(pool.transfers, owners);
    const known = pool.known(waiting.map(({ txid }) => txid));
    const missing = waiting.filter(({ txid }) => !known.has(txid));
    const fresh = arrivals.filter(({ txid }) => !waiting.some((each) => each.txid === txid));
    // A block that came meanwhile may hold what the pool has no more.
    const gone = missing.length > 0 && (await reader.head()) === tip ? missing : [];
    if (fresh.length === 0 && gone.length === 0) return;
    await step(tip, async (tx) => {
      await writeArrivals(tx, name, fresh, null, now());
      await markGone(
        tx,
        gone.map(({ id }) => id),
      );
      await tellWaiting(tx, name);
    });
  }

  async function book(tip: number, { chain, finalized }: View): Promise<void> {
    if (chain.depositsHalted) return;
    if (signer && (await waitsForCredit(database, name))) {
      const status = await signer.status().catch(() => null);
      if (status) await noteSignerAssets(database, status);
    }
    const final = { tip, finalized, hasSigner: signer !== null };
    while (!signal.aborted && (await step(tip, (tx) => creditFinal(tx, name, final, { at: now(), items }))) > 0);
  }

  async function reverse(tip: number): Promise<void> {
    while (!signal.aborted && (await step(tip, (tx) => reverseOrphaned(tx, name, { at: now(), items }))) > 0);
  }

  return {
    async run(): Promise<void> {
      const watch = await watchOf(database, name);
      const view = await look(watch);
      const before = watch?.height ?? (await begin(view));
      // After a rescan the block below the first one is not known.
      const known = watch?.height != null && (await blockAt(database, name, before)) !== null;
      const start = known ? await realign(before, view, watch) : before;
      // What was final stays so: a node that says less later does not make it open again.
      const final = view.finalized === null ? null : Math.max(view.finalized, watch?.finalized ?? 0);
      const tip = await advance(start, view, final === null ? null : Math.min(final, view.head));
      await step(tip, async (tx) => {
        await noteProgress(tx, { chain: name, height: tip, head: view.head, finalized: final, at: now() });
        if (tip !== watch?.height) await tellWaiting(tx, name);
      });
      if (tip < view.head) return;
      await reverse(tip);
      await book(tip, view);
      // Last: strangers fill the pool, and what blocks hold does not wait for it.
      await followPool(tip);
    },
  };
}
