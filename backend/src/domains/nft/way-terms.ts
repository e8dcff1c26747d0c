import { add } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type CodeAction, type CodeTerms, unlinked } from '../../platform/mail/code-terms.ts';
import type { TermsOfWays } from '../../platform/ports.ts';
import { requireSeen } from './judge.ts';
import { pricingOf } from './resell.ts';
import { itemByCode, type Sale, saleOfCode } from './store.ts';

/** Rows of a work and of what is paid or asked for it. */
const termsOf = (
  action: CodeAction,
  { name, code, currency }: Pick<Sale, 'name' | 'code' | 'currency'>,
  amount: string,
): CodeTerms => ({
  action,
  rows: [
    { label: 'artwork', value: `${unlinked(name)} (${code})` },
    { label: 'amount', value: `${add(amount, '0')} ${currency}` },
  ],
});

async function shownSale(sql: Sql, code: string): Promise<Sale> {
  const sale = await saleOfCode(sql, code);
  if (!sale?.shown) throw new DomainError('not_found', { field: 'code' });
  return sale;
}

/** What the message with a code says of a purchase, a deposit, a bid and a resale. */
export const nftWayTerms: TermsOfWays = {
  async 'POST /bind_box/buyNFT'(sql, { code, price, ...seen }) {
    const sale = await shownSale(sql, code);
    await requireSeen(sql, sale, seen, 'price');
    return termsOf('nft_purchase', sale, price);
  },
  async 'POST /bind_box/auctionNFT'(sql, { code, price, ...seen }) {
    const sale = await shownSale(sql, code);
    await requireSeen(sql, sale, seen, 'price');
    return termsOf('nft_bid', sale, price);
  },
  async 'POST /bind_box/marginNFT'(sql, { code, ...seen }) {
    const sale = await shownSale(sql, code);
    if (sale.deposit === null) throw new DomainError('not_found', { field: 'code' });
    await requireSeen(sql, sale, seen, 'deposit');
    return termsOf('nft_deposit', sale, sale.deposit);
  },
  async 'POST /bind_box/resellNFT'(sql, { code, price }) {
    const item = await itemByCode(sql, code);
    if (!item) throw new DomainError('not_found', { field: 'code' });
    const { currency } = await pricingOf(sql, item.id);
    return termsOf('nft_sale', { ...item, currency }, price);
  },
};
