import type { Chain } from '@tessera/api/payees/rules';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

/** A way out for a currency. */
export type PayoutNetwork = {
  readonly currency: Currency;
  readonly network: string;
  /** Fraction digits that an amount may have: those of the currency, and no more than the chain's units have. */
  readonly scale: number;
  /** Null for banks. */
  readonly chain: Chain | null;
  /** Of a token; null of a chain's own coin, and for banks. */
  readonly token: { readonly contract: string; readonly decimals: number } | null;
  readonly open: boolean;
  /** Of the currency. */
  readonly fee: string;
  /** What leaves the account at least, the fee included. */
  readonly minAmount: string;
};

type Row = {
  readonly currency: string;
  readonly network: string;
  readonly chain: Chain | null;
  readonly token: PayoutNetwork['token'];
  readonly decimals: number | null;
  readonly open: boolean;
  readonly fee: string;
  readonly min_amount: string;
};

/** Every way out of currencies that are listed, in the order of the list. */
export async function payoutNetworks(sql: Sql, catalogue: CatalogueSnapshot): Promise<PayoutNetwork[]> {
  const rows = await sql.query<Row>(
    `select n.currency, n.network, n.chain, n.open, n.fee, n.min_amount, t.decimals,
            case when t.contract is not null then json_build_object('contract', t.contract, 'decimals', t.decimals) end as token
       from withdrawal_network n left join chain_token t on t.chain = n.chain and t.currency = n.currency
      order by n.position`,
  );
  return rows.flatMap(({ currency: code, min_amount: minAmount, open, decimals, ...rest }) => {
    const currency = catalogue.currencies.find((each) => each.code === code);
    if (!currency) return [];
    const scale = Math.min(currency.scale, decimals ?? currency.scale);
    return [{ ...rest, currency, scale, minAmount, open: open && currency.open }];
  });
}

/** The chain of a network, listed or not; null for banks. */
export async function chainOfNetwork(sql: Sql, currency: string, network: string): Promise<Chain | null> {
  const [row] = await sql.query<Pick<Row, 'chain'>>(
    'select chain from withdrawal_network where currency = $1 and network = $2',
    [currency, network],
  );
  return row?.chain ?? null;
}

/** The network of a currency. Rejects with `currency_unknown` or `network_unknown`. */
export async function payoutNetwork(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  { currencyId, network, field }: { readonly currencyId: number; readonly network: string; readonly field: string },
): Promise<PayoutNetwork> {
  const own = (await payoutNetworks(sql, catalogue)).filter(({ currency }) => currency.id === currencyId);
  if (own.length === 0) throw new DomainError('currency_unknown', { field });
  const found = own.find((each) => each.network === network.toUpperCase());
  if (!found) throw new DomainError('network_unknown', { field: 'network' });
  return found;
}

export const wireNetwork = ({ currency, scale, network, chain, token, fee, minAmount, open }: PayoutNetwork) => ({
  currency_id: currency.id,
  currency: currency.code,
  scale,
  network,
  chain,
  token,
  fee,
  min_number: minAmount,
  open,
});
