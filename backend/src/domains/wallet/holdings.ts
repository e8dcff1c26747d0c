import type { Output } from '@tessera/api/contract';
import { type AccountName, accountIds, accountNames } from '@tessera/api/rules';
import { add, isZero, sum } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Balance } from '../../platform/ledger/index.ts';
import type { Reserve } from '../../platform/ports.ts';
import type { Earnings } from './earnings.ts';

/* What a user holds, valued in USDT, as pure functions of balances and prices. */

/** Value in USDT at the price of the moment; zero of what has no price. */
export type Valuer = (code: string, amount: string) => string;

type Account = Output<'POST /wallet/list'>['accounts'][number];
type Holding = Account['currencies'][number];
type Product = Output<'POST /wallet/list'>['products'][number];

/** Listed in every account, used or not. */
const MAJORS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'USDT']);

/** The exchange account lists every coin, since that is where they are bought; the others what they are used with. */
const isListed = (account: AccountName, { code, kind }: Currency): boolean =>
  MAJORS.has(code) || (account === 'change' && kind === 'crypto');

export function holdingOf(
  { id, code, name, kind, scale }: Currency,
  balance: (Pick<Balance, 'available' | 'frozen'> & { readonly equivalent?: string | null }) | undefined,
  value: Valuer,
): Holding {
  const { available, frozen } = balance ?? { available: '0', frozen: '0' };
  // Of most currencies a user has nothing: these are not worth a calculation.
  const equivalent = balance
    ? (balance.equivalent ?? value(code, frozen === '0' ? available : add(available, frozen)))
    : '0';
  return { currency_id: id, currency: code, name, kind, scale, image: null, available, frozen, equivalent };
}

/** Where a currency stands in the bytes of an account without funds: nowhere, `from` being `to`, if it is not listed. */
type Place = { readonly currency: Currency; readonly index: number; readonly from: number; readonly to: number };
/** The currencies of an account without funds, with a comma behind each; the same bytes until the catalogue changes. */
type Empty = {
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<string, Place>;
  /** The account as a whole, where it has earned nothing either. */
  readonly account: EncodedAccount;
};

/** An account, and its JSON in pieces. */
type EncodedAccount = { readonly total: string; readonly json: readonly (string | Buffer)[] };

type Empties = Readonly<Record<AccountName, Empty>>;

const empties = new WeakMap<readonly Currency[], Empties>();

const NOTHING: Earnings = { yesterday: '0', total: '0' };

function emptyAccount(account: AccountName, currencies: readonly Currency[]): Empty {
  const texts: Buffer[] = [];
  const places = new Map<string, Place>();
  let to = 0;
  for (const [index, currency] of currencies.entries()) {
    const from = to;
    if (isListed(account, currency)) {
      const text = Buffer.from(`${JSON.stringify(holdingOf(currency, undefined, () => '0'))},`);
      texts.push(text);
      to += text.length;
    }
    places.set(currency.code, { currency, index, from, to });
  }
  const bytes = Buffer.concat(texts);
  const { total, json } = encoded(account, { free: [], held: [], equivalents: [] }, NOTHING, [bytes]);
  const whole = Buffer.concat(json.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  return { bytes, places, account: { total, json: [whole] } };
}

function emptiesOf(currencies: readonly Currency[]): Empties {
  const known = empties.get(currencies);
  if (known) return known;
  const made = Object.fromEntries(
    accountNames.map((account) => [account, emptyAccount(account, currencies)]),
  ) as Record<AccountName, Empty>;
  empties.set(currencies, made);
  return made;
}

/** One account with its currencies, in the catalogue's order. Most are empty: their bytes are made once, and cut where there is a balance. */
export function accountOf(
  { currencies }: Pick<CatalogueSnapshot, 'currencies'>,
  type: AccountName,
  balances: readonly Balance[],
  earnings: Earnings,
  value: Valuer,
): EncodedAccount {
  const empty = emptiesOf(currencies)[type];
  const { bytes, places } = empty;
  const mine = balances.filter(({ name }) => name === type);
  if (mine.length === 0 && earnings.total === '0' && earnings.yesterday === '0') return empty.account;
  const own = mine.map(({ currency, available, frozen }) => {
    const [free, held] = [value(currency, available), value(currency, frozen)];
    return { currency, available, frozen, free, held, equivalent: frozen === '0' ? free : null };
  });
  const held = own.flatMap((balance) => {
    const place = places.get(balance.currency);
    return place ? [{ balance, place }] : [];
  });
  held.sort((one, other) => one.place.index - other.place.index);
  const equivalents: string[] = [];
  const listed: (string | Buffer)[] = [];
  let from = 0;
  for (const { balance, place } of held) {
    const holding = holdingOf(place.currency, balance, value);
    if (holding.equivalent !== '0') equivalents.push(holding.equivalent);
    listed.push(bytes.subarray(from, place.from), `${JSON.stringify(holding)},`);
    from = place.to;
  }
  listed.push(bytes.subarray(from));
  const values = { free: own.map(({ free }) => free), held: own.map(({ held: amount }) => amount), equivalents };
  return encoded(type, values, earnings, listed);
}

/** In USDT. */
type Values = {
  readonly free: readonly string[];
  readonly held: readonly string[];
  readonly equivalents: readonly string[];
};

/** `listed`: the currencies, each with a comma behind it. */
function encoded(
  type: AccountName,
  { free, held, equivalents }: Values,
  earnings: Earnings,
  listed: (string | Buffer)[],
): EncodedAccount {
  const account: Omit<Account, 'currencies'> = {
    id: accountIds[type],
    type,
    total: sum(equivalents),
    available: sum(free),
    frozen: sum(held),
    yesterday_earnings: earnings.yesterday,
    total_earnings: earnings.total,
  };
  return {
    total: account.total,
    json: [`${JSON.stringify(account).slice(0, -1)},"currencies":[`, ...withoutComma(listed), ']}'],
  };
}

/** Pieces without the comma behind the last of them that is not empty. */
function withoutComma(pieces: (string | Buffer)[]): readonly (string | Buffer)[] {
  const last = pieces.findLastIndex(({ length }) => length > 0);
  const piece = pieces[last];
  if (piece !== undefined) pieces[last] = typeof piece === 'string' ? piece.slice(0, -1) : piece.subarray(0, -1);
  return pieces;
}

const isAccount = (name: string): name is AccountName => accountNames.some((account) => account === name);

type Held = Pick<CatalogueSnapshot, 'heldCurrency'>;

const productOf = (
  { heldCurrency }: Held,
  product: Product['product'],
  code: string,
  amount: string,
  value: Valuer,
): Product => ({
  product,
  currency_id: heldCurrency(code).id,
  currency: code,
  amount,
  equivalent: value(code, amount),
});

/** What products hold in ledger accounts of their own, beside the four accounts. */
export const inProducts = (held: Held, balances: readonly Balance[], value: Valuer): readonly Product[] =>
  balances.flatMap(({ name, currency, available, frozen }) => {
    const amount = add(available, frozen);
    return isAccount(name) || isZero(amount) ? [] : [productOf(held, name, currency, amount, value)];
  });

/** What domains hold in the frozen part of the accounts; it adds nothing to the total. */
export const inReserves = (held: Held, reserves: readonly Reserve[], value: Valuer): readonly Product[] =>
  reserves.map(({ product, currency, amount }) => productOf(held, product, currency, amount, value));
