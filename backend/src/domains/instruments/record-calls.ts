import type { KeyObject } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import type { InstrumentsContract } from '@tessera/api/instruments/contract';
import type { Catalogue, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { publicBytesOf } from '../../platform/market/signing-key.ts';
import type { Tick } from '../../platform/market/tick-record.ts';
import { type MomentHead, signedHeads, signedSpan } from '../../platform/market/tick-store.ts';

/** Longest span of ticks that a call returns, ms. */
const LONGEST_SPAN = 600_000;

type RecordCalls = Pick<InstrumentsContract, 'GET /market/heads' | 'GET /market/ticks'>;

export type RecordParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly key: () => Promise<KeyObject>;
};

const wireHead = ({ at, number, link }: MomentHead) => ({ at, number, link: Buffer.from(link).toString('hex') });

type WireHeads = Output<'GET /market/heads'>['list'];
type WireSpan = Output<'GET /market/ticks'>;

const wireHeads = async (sql: Sql, from: number, to: number, limit: number): Promise<WireHeads> =>
  (await signedHeads(sql, from, to, limit)).map((each) => ({
    at: each.at,
    heads: Object.fromEntries(
      Object.entries(each.heads).map(([symbol, [number, link]]): [string, [number, string]] => [
        symbol,
        [number, link],
      ]),
    ),
    key: each.key.toString('hex'),
    signature: each.signature,
  }));

/** Without what a former version did not record. */
function wireTick({ at, bid, ask, last, high, low, lots, index, basis, fraction }: Tick): WireSpan['ticks'][number] {
  if (basis === undefined) return [at, bid, ask, last, high, low, lots, index];
  return fraction === undefined
    ? [at, bid, ask, last, high, low, lots, index, basis]
    : [at, bid, ask, last, high, low, lots, index, basis, fraction];
}

/** Recorded ticks from one signed head to another, around a time in Unix ms; null where they are not kept any more. */
export async function wireSpan(
  sql: Sql,
  { symbol, tick, lot }: Pick<Instrument, 'symbol' | 'tick' | 'lot'>,
  from: number,
  to: number,
): Promise<WireSpan | null> {
  const { start, end, ticks, former, earlier } = await signedSpan(sql, symbol, from, to);
  return (
    ticks && {
      symbol,
      tick: former?.tick ?? tick,
      lot: former?.lot ?? lot,
      ...(earlier.length > 0 && { earlier: [...earlier] }),
      start: wireHead(start),
      end: wireHead(end),
      ticks: ticks.map(wireTick),
    }
  );
}

/** The signed heads that spans lead from and to. */
export async function headsOf(sql: Sql, spans: readonly Pick<WireSpan, 'start' | 'end'>[]): Promise<WireHeads> {
  const times = new Set(spans.flatMap(({ start, end }) => [start.at, end.at]).filter((at) => at !== null));
  const heads: WireHeads = [];
  for (const at of times) heads.push(...(await wireHeads(sql, at, at, 1)));
  return heads;
}

/** The record of ticks, which every reader can verify. */
export function recordCalls({ database, catalogue, key }: RecordParts): Handlers<RecordCalls> {
  let publicKey: Promise<string> | null = null;
  const keyText = (): Promise<string> => {
    publicKey ??= key().then((found) => publicBytesOf(found).toString('hex'));
    return publicKey;
  };
  return {
    'GET /market/heads': async (_, { from = 0, to = Number.MAX_SAFE_INTEGER, limit }) => ({
      key: await keyText(),
      list: await wireHeads(database, from, Math.min(to, 8e15), limit),
    }),
    'GET /market/ticks': async (_, { symbol, from, to }) => {
      const instrument = catalogue.current().instrument(symbol);
      if (!instrument) throw new DomainError('instrument_unknown', { field: 'symbol' });
      if (to <= from || to - from > LONGEST_SPAN) throw new DomainError('invalid_field', { field: 'to' });
      const span = await wireSpan(database, instrument, from, to);
      if (!span) throw new DomainError('invalid_field', { field: 'from' });
      return span;
    },
  };
}
