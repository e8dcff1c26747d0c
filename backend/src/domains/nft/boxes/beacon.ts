import { isRound, QUICKNET } from '@tessera/api/nft/beacon';
import { type Beacon, readTerms, roundAfter } from '@tessera/api/nft/draw-rules';
import * as z from 'zod/mini';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import type { Settings } from '../../../platform/settings.ts';
import { insertRound, missingRounds, openSeries, type Series, waitingUsers } from './store.ts';

/*
 * Public randomness. A round is fetched from the configured sources and kept only if the network's signature is on it, so
 * that a source can be slow or lie and change nothing.
 */

/** Rounds of one run of the job: each costs about 40 ms of verification. */
const ROUNDS_A_RUN = 20;
const WITHIN = 4_000;
const LONGEST_ANSWER = 4_096;

const answer = z.object({ round: z.int(), signature: z.string() });

/** The network that new series use; null where no source is configured. */
export function beaconOf({ beacon }: Pick<Settings, 'beacon'>): Beacon | null {
  if (!beacon) return null;
  const { network } = beacon;
  if (!network) return QUICKNET;
  return {
    scheme: 'bls-unchained-g1-rfc9380',
    chain_hash: network.chainHash,
    public_key: network.publicKey,
    genesis: network.genesis,
    period: network.period,
  };
}

/** Reads at most so many characters of a response. Throws for a longer one. */
async function readShort(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new Error('the response is too long');
  }
  return text;
}

async function fetchRound(url: string, { chain_hash }: Beacon, round: number, stopped: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/${chain_hash}/public/${round}`, {
    signal: AbortSignal.any([stopped, AbortSignal.timeout(WITHIN)]),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const read = answer.safeParse(JSON.parse(await readShort(response)));
  if (!read.success || read.data.round !== round) throw new Error('another round was sent');
  return read.data.signature;
}

/** Of a series that was published; there are no others. */
export function beaconOfSeries({ terms, code }: Pick<Series, 'terms' | 'code'>): Beacon | null {
  const read = readTerms(terms);
  if (!read) throw new Error(`the terms of ${code} are damaged`);
  return read.beacon;
}

/** Keeps a round and tells those who wait for it. The signature was verified. */
async function keepRound(
  database: Database,
  round: { chainHash: string; round: number; signature: string; at: number },
  fence?: (sql: Sql) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await fence?.(tx);
    await insertRound(tx, round);
    for (const userId of await waitingUsers(tx, round.chainHash, round.round)) {
      tx.notify(userId, { kind: 'order', id: String(round.round), status: 'ready' });
    }
  });
}

/** The signature of a round, verified, from the first source that has it; null where none has. */
async function signatureOf(
  urls: readonly string[],
  beacon: Beacon,
  round: number,
  { log, signal }: Pick<Parts, 'log'> & Pick<JobRun, 'signal'>,
): Promise<string | null> {
  for (const url of urls) {
    try {
      const signature = await fetchRound(url, beacon, round, signal);
      if (isRound(beacon, round, signature)) return signature;
      throw new Error('the network did not sign it');
    } catch (error) {
      if (signal.aborted) return null;
      log.warn({ source: new URL(url).host, round, reason: String(error) }, 'no round of public randomness');
    }
  }
  return null;
}

type Parts = Pick<Dependencies, 'database' | 'settings' | 'now' | 'log'>;

/**
 * Fetches the rounds that boxes wait for, of each series as many as of the others: one whose rounds no source has any more
 * holds up no other. One that no source has, or that is not signed, is tried again in the next run; no later box of its
 * series is decided before.
 */
export async function fetchRounds({ database, settings, now, log }: Parts, run: JobRun): Promise<void> {
  const { fence, signal, items } = run;
  const urls = settings.beacon?.urls ?? [];
  if (urls.length === 0) return;
  const open = (await openSeries(database)).filter(({ chain_hash }) => chain_hash !== null);
  const each = Math.max(1, Math.floor(ROUNDS_A_RUN / Math.max(1, open.length)));
  const idOf = ({ id }: Series) => id;
  await items.each('round', open, idOf, async (series) => {
    const beacon = beaconOfSeries(series);
    if (!beacon) return;
    const published = roundAfter(beacon, now()) - 1;
    for (const round of await missingRounds(database, series, published, each)) {
      const signature = await signatureOf(urls, beacon, round, { log, signal });
      if (signature === null || signal.aborted) return;
      await keepRound(database, { chainHash: beacon.chain_hash, round, signature, at: now() }, fence);
    }
  });
}

/**
 * Takes a round from a user: otherwise the platform could withhold it. Returns whether a box of the series waits for it.
 */
export async function handInRound(
  { database, now }: Pick<Parts, 'database' | 'now'>,
  series: Series,
  { round, signature }: { readonly round: number; readonly signature: string },
): Promise<boolean> {
  const beacon = beaconOfSeries(series);
  if (!beacon) return false;
  const waiting = await missingRounds(database, series, round, ROUNDS_A_RUN * 1_000);
  if (!waiting.includes(round)) return false;
  if (!isRound(beacon, round, signature)) throw new DomainError('round_wrong', { field: 'signature' });
  await keepRound(database, { chainHash: beacon.chain_hash, round, signature, at: now() });
  return true;
}
