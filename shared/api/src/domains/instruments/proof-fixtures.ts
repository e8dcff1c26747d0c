import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { SignedHeads, TickSpan } from './verify.ts';

/* Signed ticks, for tests of those who verify them. */

export type SignedTick = TickSpan['ticks'][number];

const SYMBOL = 'BTC/USDT';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
/** The key of the signatures, hexadecimal. */
export const proofKey = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');

/** All of its prices are one, in ticks of the instrument. */
export const tickAt = (at: number, price: number): Extract<SignedTick, { readonly length: 8 }> => [
  at,
  price - 1,
  price + 1,
  price,
  price,
  price,
  0,
  price,
];

/** The chain from its begin, with a signed head at each of `ends`; `ticksUntil` it from the one before, after `count` ticks. */
export function signedTicks(
  ends: readonly number[],
  ticksUntil: (end: number, count: number) => readonly SignedTick[],
  signer = privateKey,
) {
  let link: Buffer = createHash('sha256').update(`tessera ticks ${SYMBOL}`).digest();
  const begin = { at: null, number: 0, link: link.toString('hex') };
  const ticks: SignedTick[] = [];
  const heads = ends.map((at): SignedHeads => {
    for (const tick of ticksUntil(at, ticks.length)) {
      ticks.push(tick);
      const bytes = Buffer.alloc(8 * (tick.length + 1));
      [ticks.length, ...tick].forEach((field, place) => {
        bytes.writeBigInt64BE(BigInt(field), 8 * place);
      });
      link = createHash('sha256').update(link).update(bytes).digest();
    }
    const head: [number, string] = [ticks.length, link.toString('hex')];
    const text = Buffer.from(`tessera heads 1\n${at}\n${SYMBOL} ${head[0]} ${head[1]}`);
    return {
      at,
      heads: { [SYMBOL]: head },
      key: proofKey,
      signature: sign(null, text, signer).toString('base64url'),
    };
  });
  const headAt = (at: number) => {
    const [number = 0, link = ''] = heads.find((head) => head.at === at)?.heads[SYMBOL] ?? [];
    return { at, number, link };
  };
  /** Null: from the begin of the chain. */
  const spanOf = (from: number | null, to: number): TickSpan => {
    const [start, end] = [from === null ? begin : headAt(from), headAt(to)];
    return { symbol: SYMBOL, tick: '0.01', lot: '0.00001', start, end, ticks: ticks.slice(start.number, end.number) };
  };
  return { ticks, heads, spanOf };
}
