import type { KeyObject } from 'node:crypto';
import type { InstrumentsContract } from '@tessera/api/instruments/contract';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { publicBytesOf } from '../../platform/market/signing-key.ts';
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
      list: (await signedHeads(database, from, Math.min(to, 8e15), limit)).map((each) => ({
        at: each.at,
        heads: Object.fromEntries(
          Object.entries(each.heads).map(([symbol, [number, link]]): [string, [number, string]] => [
            symbol,
            [number, link],
          ]),
        ),
        key: each.key.toString('hex'),
        signature: each.signature,
      })),
    }),
    'GET /market/ticks': async (_, { symbol, from, to }) => {
      const instrument = catalogue.current().instrument(symbol);
      if (!instrument) throw new DomainError('instrument_unknown', { field: 'symbol' });
      if (to <= from || to - from > LONGEST_SPAN) throw new DomainError('invalid_field', { field: 'to' });
      const { start, end, ticks, former } = await signedSpan(database, symbol, from, to);
      if (!ticks) throw new DomainError('invalid_field', { field: 'from' });
      return {
        symbol,
        tick: former?.tick ?? instrument.tick,
        lot: former?.lot ?? instrument.lot,
        start: wireHead(start),
        end: wireHead(end),
        ticks: ticks.map(({ at, bid, ask, last, high, low, lots, index }) => [
          at,
          bid,
          ask,
          last,
          high,
          low,
          lots,
          index,
        ]),
      };
    },
  };
}
