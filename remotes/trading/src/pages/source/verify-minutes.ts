import { fetchHeads, fetchTicks } from '@tessera/api/instruments';
import { faultOf, isSigned, isWhole, type SignedHeads, type TickSpan } from '@tessera/api/instruments/verify';

/** Signed minutes that are verified. */
const MINUTES = 5;

export type MinuteResult = {
  /** End of the minute, Unix ms. */
  readonly at: number;
  readonly ticks: number;
  /** `unsigned`: the chain is whole, and the signature could not be checked here. */
  readonly outcome: 'valid' | 'unsigned' | 'ticks' | 'heads' | 'signature';
};

export type Verification = {
  /** Ed25519 public key that signs now, hexadecimal. */
  readonly key: string;
  /** The newest signed head; null before the first. */
  readonly newest: SignedHeads | null;
  /** Newest first. */
  readonly minutes: readonly MinuteResult[];
  /** Whether this browser can check signatures. */
  readonly canVerify: boolean;
};

/** The part of the span between two signed heads. */
function minuteOf({ tick, lot, symbol, start: first, ticks }: TickSpan, from: SignedHeads, to: SignedHeads): TickSpan {
  const headOf = ({ at, heads }: SignedHeads) => {
    const [number, link] = heads[symbol] ?? [first.number, first.link];
    return { at, number, link };
  };
  const [start, end] = [headOf(from), headOf(to)];
  return { symbol, tick, lot, start, end, ticks: ticks.slice(start.number - first.number, end.number - first.number) };
}

/** Ed25519 of WebCrypto: in the browsers of today, and over HTTPS alone. */
async function checksSignatures(heads: SignedHeads): Promise<boolean> {
  try {
    await isSigned(heads, heads.key);
    return true;
  } catch {
    return false;
  }
}

async function outcomeOf(
  span: TickSpan,
  heads: readonly SignedHeads[],
  canVerify: boolean,
): Promise<MinuteResult['outcome']> {
  if (!canVerify) return isWhole(span) ? 'unsigned' : 'ticks';
  const key = heads.find(({ at }) => at === span.end.at)?.key ?? '';
  return (await faultOf(span, heads, key)) ?? 'valid';
}

/** Reads the last signed minutes of a symbol and verifies each: that its ticks are whole, and what was signed. */
export async function verifyMinutes(symbol: string, signal: AbortSignal): Promise<Verification> {
  const options = { signal, quiet: true } as const;
  const { key, list } = await fetchHeads({ limit: MINUTES + 1 }, options);
  const known = list.filter(({ heads }) => heads[symbol] !== undefined);
  const [oldest, newest] = [known[0], known.at(-1)];
  const canVerify = newest !== undefined && (await checksSignatures(newest));
  if (!oldest || !newest || oldest === newest) return { key, newest: newest ?? null, minutes: [], canVerify };
  const span = await fetchTicks({ symbol, from: oldest.at, to: newest.at }, options);
  const minutes = known.slice(1).map(async (head, index): Promise<MinuteResult> => {
    const minute = minuteOf(span, known[index] as SignedHeads, head);
    const outcome = await outcomeOf(minute, known, canVerify);
    return { at: head.at, ticks: minute.end.number - minute.start.number, outcome };
  });
  return { key, newest, minutes: (await Promise.all(minutes)).toReversed(), canVerify };
}
