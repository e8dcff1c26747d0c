import type { Instrument } from '@tessera/api/instruments';
import { type DecimalString, isPositive } from '@tessera/money';
import { readAmount } from '@tessera/money/typed';

/** Words of the ten languages for the two sides; the longest that fits is taken. */
const WORDS = {
  buy: 'buy kaufen kaufe acheter achète comprar compra 購入 買う 買い 매수 구매 买入 购买 买 買入 買 ซื้อ bli blej',
  sell: 'sell verkaufen verkaufe vendre vends vender vende venta 売却 売る 売り 매도 판매 卖出 卖 賣出 賣 ขาย shit shes',
} as const;

const SIDES = (['sell', 'buy'] as const)
  .flatMap((side) => WORDS[side].split(' ').map((word) => ({ side, word })))
  .toSorted((a, b) => b.word.length - a.word.length);

const LETTER = /^[a-zà-ÿ]+$/;

export type OrderIntent = {
  readonly side: 'buy' | 'sell';
  /** In units of the base. */
  readonly amount: DecimalString;
  readonly instrument: Instrument;
};

/** The side that a text names, and the rest of it. A word of letters stands alone; `买入50eth` needs no space. */
function sideIn(text: string): { readonly side: 'buy' | 'sell'; readonly rest: string } | null {
  for (const { side, word } of SIDES) {
    const at = LETTER.test(word) ? ` ${text} `.indexOf(` ${word} `) : text.indexOf(word);
    if (at >= 0) return { side, rest: `${text.slice(0, at)} ${text.slice(at + word.length)}`.trim() };
  }
  return null;
}

/**
 * What a text like "buy 50 eth" asks for; null for any other. It fills in a form and is never sent by itself. Amounts
 * are read as the locale writes them.
 */
export function orderIntent(query: string, instruments: readonly Instrument[], locale: string): OrderIntent | null {
  const named = sideIn(query.normalize('NFKC').toLocaleLowerCase().replace(/\s+/g, ' ').trim());
  const match =
    named && /^(?:([\d.,'٫ ]*\d)\s*([a-z][a-z0-9]{1,11})|([a-z][a-z0-9]{1,11})\s+([\d.,']*\d))$/.exec(named.rest);
  if (!match) return null;
  const read = readAmount(match[1] ?? match[4] ?? '', locale);
  const ticker = (match[2] ?? match[3] ?? '').toUpperCase();
  const [instrument] = instruments
    .filter(({ base, trades }) => base === ticker && trades.includes('spot'))
    .toSorted((a, b) => Number(b.quote === 'USDT') - Number(a.quote === 'USDT') || a.rank - b.rank);
  return 'value' in read && isPositive(read.value) && instrument
    ? { side: named.side, amount: read.value, instrument }
    : null;
}
