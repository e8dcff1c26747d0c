import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { SignedHeads, TickSpan } from '../instruments/verify.ts';
import { settled, settledInvestment } from './fixtures.ts';
import { averagedHour, dualPayout, meanPrice, settlementOf } from './rules.ts';
import { hourOf } from './verify.ts';
import { type DualProof, dualTermsOf } from './wire.ts';

/* A signed hour before a maturity, for tests of those who verify it. */

const SYMBOL = 'BTC/USDT';
const MATURITY = Date.UTC(2026, 10, 24, 8);
const [FROM] = averagedHour(MATURITY);
const MINUTE = 60_000;
const pair = () => generateKeyPairSync('ed25519');
const { publicKey, privateKey } = pair();
/** The key of the signatures, hexadecimal. */
export const proofKey = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');

/**
 * The proof of the investment of the fixtures, over signed minutes from one before the hour to one after it: `perMinute`
 * prices each, in spans of ten minutes.
 */
export function dualProofOf(perMinute = 12, indexAt = (place: number) => 6_100_000 + place): DualProof {
  let link: Buffer = createHash('sha256').update(`tessera ticks ${SYMBOL}`).digest();
  const ticks: TickSpan['ticks'] = [];
  const heads: SignedHeads[] = [];
  for (let end = FROM; end <= MATURITY + MINUTE; end += MINUTE) {
    for (let step = 0; step < perMinute; step++) {
      const at = end - MINUTE + Math.trunc((step * MINUTE) / perMinute);
      const index = indexAt(ticks.length);
      ticks.push([at, index - 1, index + 1, index, index, index, 0, index]);
      const fields = Buffer.alloc(72);
      [ticks.length, ...(ticks.at(-1) ?? [])].forEach((field, place) => {
        fields.writeBigInt64BE(BigInt(field), 8 * place);
      });
      link = createHash('sha256').update(link).update(fields).digest();
    }
    const head: [number, string] = [ticks.length, link.toString('hex')];
    const text = Buffer.from(`tessera heads 1\n${end}\n${SYMBOL} ${head[0]} ${head[1]}`);
    heads.push({
      at: end,
      heads: { [SYMBOL]: head },
      key: proofKey,
      signature: sign(null, text, privateKey).toString('base64url'),
    });
  }
  const headAt = (at: number) => {
    const found = heads.find((head) => head.at === at);
    return { at, number: found?.heads[SYMBOL]?.[0] ?? 0, link: found?.heads[SYMBOL]?.[1] ?? '' };
  };
  const spans = Array.from({ length: 6 }, (_, place): TickSpan => {
    const [start, end] = [headAt(FROM + place * 10 * MINUTE), headAt(FROM + (place + 1) * 10 * MINUTE)];
    return { symbol: SYMBOL, tick: '0.01', lot: '0.00001', start, end, ticks: ticks.slice(start.number, end.number) };
  });
  const inHour = ticks.filter(([at]) => at >= FROM && at < MATURITY);
  const mean = settlementOf(
    inHour.map(([, , , , , , , index]) => index),
    '0.01',
  );
  const order = settledInvestment();
  const terms = dualTermsOf(order, order.amount);
  if (!terms) throw new Error('it is a dual product');
  const payout = mean ? dualPayout(terms, mean) : { amount: order.amount, currency: order.currency };
  const { first, last } = hourOf(spans, [FROM, MATURITY]).numbers ?? { first: null, last: null };
  const of = settled({
    ...order,
    status: mean ? 'completed' : 'failed',
    settlement_price: mean && meanPrice(mean, '0.01'),
    settlement_ticks: inHour.length,
    paid: payout.amount,
    paid_currency: payout.currency,
  });
  return {
    ...of,
    settlement: of.settlement && {
      ...of.settlement,
      ticks: inHour.length,
      total: mean?.total ?? null,
      first_number: first,
      last_number: last,
    },
    record: { spans, heads, key: proofKey },
  };
}
