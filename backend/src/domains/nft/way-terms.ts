import { add } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type CodeAction, type CodeTerms, unlinked } from '../../platform/mail/code-terms.ts';
import type { WayTerms } from '../../platform/ports.ts';
import { pricingOf } from './resell.ts';
import { itemByCode, type Sale, saleOfCode } from './store.ts';

const textOf = (input: object, field: string): string => String(Reflect.get(input, field) ?? '');

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

async function shownSale(sql: Sql, input: object): Promise<Sale> {
  const sale = await saleOfCode(sql, textOf(input, 'code'));
  if (!sale?.shown) throw new DomainError('not_found', { field: 'code' });
  return sale;
}

/** What the message with a code says of a purchase, a deposit, a bid and a resale. */
export const nftWayTerms: Readonly<Record<string, WayTerms>> = {
  'POST /bind_box/buyNFT': async (sql, input) =>
    termsOf('nft_purchase', await shownSale(sql, input), textOf(input, 'price')),
  'POST /bind_box/auctionNFT': async (sql, input) =>
    termsOf('nft_bid', await shownSale(sql, input), textOf(input, 'price')),
  async 'POST /bind_box/marginNFT'(sql, input) {
    const sale = await shownSale(sql, input);
    if (sale.deposit === null) throw new DomainError('not_found', { field: 'code' });
    return termsOf('nft_deposit', sale, sale.deposit);
  },
  async 'POST /bind_box/resellNFT'(sql, input) {
    const item = await itemByCode(sql, textOf(input, 'code'));
    if (!item) throw new DomainError('not_found', { field: 'code' });
    const { currency } = await pricingOf(sql, item.id);
    return termsOf('nft_sale', { ...item, currency }, textOf(input, 'price'));
  },
};
