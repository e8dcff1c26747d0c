import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Chain } from './addresses.ts';

export type DepositNetwork = {
  readonly currency: Currency;
  readonly network: string;
  readonly chain: Chain;
  readonly open: boolean;
  readonly minAmount: string;
  readonly confirmations: number;
};

type Row = Omit<DepositNetwork, 'currency' | 'minAmount'> & { readonly currency: string; readonly min_amount: string };

const COLUMNS = 'currency, network, chain, open, min_amount, confirmations';

const fromRow = (catalogue: CatalogueSnapshot, { currency: code, min_amount, open, ...rest }: Row): DepositNetwork => {
  const currency = catalogue.heldCurrency(code);
  return { ...rest, currency, minAmount: min_amount, open: open && currency.open };
};

/** What is taken, in the order of the list. */
export async function depositNetworks(sql: Sql, catalogue: CatalogueSnapshot): Promise<DepositNetwork[]> {
  const rows = await sql.query<Row>(`select ${COLUMNS} from deposit_network order by position`);
  return rows.map((row) => fromRow(catalogue, row));
}

type Names = { readonly currency: string; readonly network: string };

/**
 * The network of a currency that takes deposits now; without a name the first one. `fields` are what the payload calls
 * the two.
 */
export async function openNetwork(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  currencyId: number,
  network: string | undefined,
  fields: Names,
): Promise<DepositNetwork> {
  const currency = catalogue.currencyById(currencyId);
  const own = currency
    ? (await depositNetworks(sql, catalogue)).filter((each) => each.currency.id === currency.id)
    : [];
  if (own.length === 0) throw new DomainError('currency_unknown', { field: fields.currency });
  const found = own.find((each) => network === undefined || each.network === network.toUpperCase());
  if (!found) throw new DomainError('network_unknown', { field: fields.network });
  if (!found.open) throw new DomainError('deposits_suspended', { field: fields.network });
  return found;
}

/** What a wallet reads from the QR code: a payment request for a chain's own coin, the bare address for a token. */
export function paymentUri({ currency, chain }: DepositNetwork, address: string): string {
  if (currency.code === 'BTC') return `bitcoin:${address}`;
  if (currency.code === 'ETH' && chain === 'ethereum') return `ethereum:${address}@1`;
  return address;
}
