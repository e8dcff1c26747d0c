import { QUICKNET } from '@tessera/api/nft/beacon';
import type { Terms } from '@tessera/api/nft/draw-rules';
import {
  type DrawFault,
  type DrawPage,
  type DrawRecord,
  drawPage,
  drawRecord,
  joinPages,
  verifyDraws,
} from '@tessera/api/nft/verify';
import { readJsonFile } from './json-file.ts';
import type { Arguments } from './release-commands.ts';
import { UsageError } from './usage.ts';

const FAULTS: Readonly<Record<DrawFault, string>> = {
  terms: 'its terms are not those of this series, or its odds do not follow from its inventory',
  commitment: 'its terms are not those whose hash was published before the sale',
  seed: 'the revealed seed is not the one that was committed to',
  number: 'the sequence numbers have a gap',
  buyer_seed: 'a buyer’s seed is none that the rules allow',
  round: 'its round is not the first one after its payment',
  receipt: 'its receipt does not follow from its purchase and the receipts before it',
  refund: 'it was refunded, or boxes after it were, although the rule does not allow it',
  signature: 'its round of public randomness is missing, or the network did not sign it',
  stock: 'more boxes were sold than there were things in them',
  drawn: 'what it held does not follow from the draw',
};

/** A file: the whole record as the page offers it, or a page of it as the call returned it. Throws a UsageError for others. */
async function readPage(path: string): Promise<DrawPage> {
  const value = await readJsonFile(path);
  const body = typeof value === 'object' && value !== null && 'message' in value ? value.message : value;
  const page = drawPage.safeParse(body);
  if (page.success) return page.data;
  const record = drawRecord.safeParse(body);
  if (!record.success) throw new UsageError(`${path} is no record of draws.`, { cause: record.error });
  return { ...record.data, next: null };
}

/** The record in one or several files, in the order of its pages. */
async function readRecord(paths: readonly string[]): Promise<DrawRecord> {
  const pages: DrawPage[] = [];
  for (const path of paths) pages.push(await readPage(path));
  const next = pages.at(-1)?.next ?? null;
  if (next !== null) throw new UsageError(`The record goes on: the next page is the one with after=${next}.`);
  const record = joinPages(pages);
  if (!record) throw new UsageError('The pages are not of one record, or it changed between them: read them again.');
  return record;
}

function ingredients({ beacon }: Terms): string {
  if (!beacon) return 'the seed, the sequence numbers and the buyers’ seeds; no public randomness was used';
  const network =
    beacon.public_key === QUICKNET.public_key ? 'drand quicknet' : `the drand network ${beacon.public_key}`;
  return `the seed, the sequence numbers, the buyers’ seeds and ${network}`;
}

/** Verifies all draws of a series of blind boxes by what it publishes. Returns the exit code. */
export async function verifyDraw(
  { names, key }: Pick<Arguments, 'names' | 'key'>,
  print: (text: string) => void,
): Promise<number> {
  if (names.length === 0) throw new UsageError('Which file? npm run tessera -- verify-draw draws-nebula.json');
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key)) throw new UsageError('A key has 64 hexadecimal digits.');
  const record = await readRecord(names);
  const { series, commitment, draws } = record;
  const verdict = await verifyDraws(record);
  if (verdict.fault) {
    const box = verdict.number === undefined ? '' : `, box ${verdict.number}`;
    print(`Series ${series}${box}: ${FAULTS[verdict.fault]}.`);
    return 1;
  }
  if (key !== undefined && key !== commitment && !draws.some(({ receipt }) => receipt === key)) {
    print(`Series ${series}: ${key} is neither its commitment nor the receipt of one of its boxes.`);
    return 1;
  }
  const { terms, drawn } = verdict;
  if (!drawn) {
    print(
      `Series ${series}: ${draws.length} boxes were sold, and their receipts follow from the commitment. The results can be verified once the seed is revealed.`,
    );
    return 0;
  }
  for (const [index, { number, refunded }] of draws.entries()) {
    print(`${number}\t${refunded ? 'refunded' : drawn[index]}`);
  }
  print(`Series ${series}: the results of ${draws.length} boxes follow from ${ingredients(terms)}.`);
  if (key === undefined) print(`The commitment: ${commitment}. --key checks that it is the one of before the sale.`);
  return 0;
}
