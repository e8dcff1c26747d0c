import { faultOf, type SignedHeads, type TickSpan } from '@tessera/api/instruments/verify';
import { get } from './platform-call.ts';
import type { Arguments } from './release-commands.ts';
import { UsageError } from './usage.ts';

const MINUTE = 60_000;
/** Minutes that a call returns at most. */
const MINUTES_A_CALL = 10;
/** A minute is signed some seconds after its end. */
const UNSIGNED = 2 * MINUTE;

const FAULTS = {
  ticks: 'the ticks do not lead from one signed head to the other: some were changed or moved',
  heads: 'the span does not begin or end at heads that are published',
  signature: 'a head is not signed by the key of the platform',
} as const;

export type VerifyParts = {
  readonly origin: string;
  readonly now: () => number;
  readonly print: (text: string) => void;
};

/** Verifies the last minutes of a symbol by what the platform publishes. Returns the exit code. */
export async function verifyTicks(
  { origin, now, print }: VerifyParts,
  { names, minutes = MINUTES_A_CALL }: Pick<Arguments, 'names' | 'minutes'>,
): Promise<number> {
  const [symbol] = names;
  if (symbol === undefined) throw new UsageError('Which symbol? npm run tessera -- verify-ticks BTC/USDT');
  const end = Math.floor((now() - UNSIGNED) / MINUTE) * MINUTE;
  let count = 0;
  for (let from = end - minutes * MINUTE; from < end; from += MINUTES_A_CALL * MINUTE) {
    const to = Math.min(end, from + MINUTES_A_CALL * MINUTE);
    const span = await get<TickSpan>(origin, '/market/ticks', { symbol, from, to });
    const ends = [span.start.at, span.end.at].filter((at) => at !== null);
    const heads: SignedHeads[] = [];
    let key = '';
    for (const at of new Set(ends)) {
      const found = await get<{ key: string; list: SignedHeads[] }>(origin, '/market/heads', { from: at, to: at });
      key = found.key;
      heads.push(...found.list);
    }
    const fault = await faultOf(span, heads, key);
    if (fault) {
      const missing = span.end.number - span.start.number - span.ticks.length;
      const counted = missing > 0 ? `${missing} ticks are missing` : `there are ${-missing} ticks too many`;
      const named = fault === 'ticks' && missing !== 0 ? counted : FAULTS[fault];
      print(`${symbol}, ${new Date(from).toISOString()} to ${new Date(to).toISOString()}: ${named}.`);
      return 1;
    }
    count += span.ticks.length;
  }
  print(`${symbol}: ${count} ticks of the last ${minutes} minutes are those that were signed.`);
  return 0;
}
