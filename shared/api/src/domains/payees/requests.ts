import { type DecimalString, isDecimalString, isZero, mul, scaleOf } from '@tessera/money';
import { foldTyped } from '@tessera/money/typed';
import { type Chain, readAddress } from './addresses.ts';
import { foldAddress } from './fold-address.ts';

/** A payment that a text asks for. */
export type Payment = {
  readonly address: string;
  /** The address as the text has it: one of Ethereum may lack its check digits. */
  readonly written: string;
  /** How much of the chain's own coin. */
  readonly amount?: { readonly currency: string; readonly number: DecimalString };
  /** What it asks for is a token: the contract or id that it names. */
  readonly token?: string;
  /** How much of the token: in its smallest units where it is a call of the contract, which does not know other ones. */
  readonly tokens?: { readonly units: string } | { readonly number: DecimalString };
};

/** What is sent to an address: the code of the coin, and of a token its contract and decimal places; null of a chain's own coin. */
export type Sent = {
  readonly currency: string;
  readonly token: { readonly contract: string; readonly decimals: number } | null;
};

/** What a QR code or a link names: a payment; or more than one, by the part that says so. Null for neither. */
export type QrRequest = Payment | { readonly unclear: string } | null;

/** A chain's own coin, which its requests name an amount of, and by which parameter. */
const COINS = {
  bitcoin: { currency: 'BTC', parameter: 'amount' },
  ethereum: { currency: 'ETH', parameter: 'value' },
  tron: { currency: 'TRX', parameter: 'amount' },
} as const satisfies Record<Chain, object>;
/** The smallest unit of a coin with so many decimal places. */
const unitOf = (decimals: number): string => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
const WEI = unitOf(18);

/** Ethereum's chain id by EIP-155, which a request may name. */
const MAINNET = '1';
/** Parameters of a transfer (EIP-681), with what it costs. */
const TRANSFER = new Set(['address', 'uint256', 'gas', 'gasLimit', 'gasPrice', 'value']);

/** A parameter that names the payee, another network or a call where none belongs. */
const REDIRECTS = /^(?:address|to|from|chain(?:_?id)?|network|function|method|call|data|contract)$/i;

/** A number as EIP-681 writes it, `2.014e18` as well; empty for none. */
function numberOf(value: string): string {
  const [, mantissa = '', exponent = '0'] = /^(\d{1,30}(?:\.\d{1,30})?)(?:e(\d{1,2}))?$/i.exec(value) ?? [];
  return mantissa && mul(mantissa, `1${'0'.repeat(Number(exponent))}`);
}

/** A number of wei in ETH; empty for none. */
const etherOf = (value: string): string => {
  const wei = numberOf(value);
  return wei && mul(wei, WEI);
};

/** What a request asks for; null for an amount that is no number, or is named twice. */
function askedIn(chain: Chain, parameters: URLSearchParams): Pick<Payment, 'amount' | 'token' | 'tokens'> | null {
  const { currency, parameter } = COINS[chain];
  const [given, ...more] = parameters.getAll(parameter);
  // Wallets of TRON name a token so, whose amount it then is.
  const token = parameters.get('token');
  if (token !== null) {
    const named = more.length === 0 && given !== undefined && isDecimalString(given) && !given.startsWith('-');
    if (given !== undefined && !named) return null;
    return { token: token || 'token=', ...(named && { tokens: { number: given } }) };
  }
  if (given === undefined) return {};
  const number = chain === 'ethereum' ? etherOf(given) : given;
  return more.length === 0 && isDecimalString(number) && !number.startsWith('-')
    ? { amount: { currency, number } }
    : null;
}

function ofTarget(chain: Chain, target: string, parameters: URLSearchParams): QrRequest {
  const redirect = [...parameters.keys()].find((name) => REDIRECTS.test(name));
  if (redirect !== undefined) return { unclear: `${redirect}=` };
  const asked = askedIn(chain, parameters);
  if (asked === null) return { unclear: `${COINS[chain].parameter}=` };
  const address = readAddress(chain, target)?.address;
  return address === undefined ? null : { address, written: target, ...asked };
}

/** A call of a contract: only a transfer has a payee, and it is not the contract. */
function ofCall(chain: Chain, contract: string, call: string, parameters: URLSearchParams): QrRequest {
  if (call !== 'transfer' || chain === 'bitcoin') return { unclear: `/${call}` };
  const unknown = [...parameters.keys()].find((name) => !TRANSFER.has(name));
  if (unknown !== undefined) return { unclear: `${unknown}=` };
  const [payee = '', ...more] = parameters.getAll('address');
  if (more.length > 0) return { unclear: 'address=' };
  // Coins that go to the contract beside the tokens are no part of a payment.
  const coins = parameters.getAll('value').map(numberOf);
  if (coins.some((each) => each === '' || !isZero(each))) return { unclear: 'value=' };
  const [given, ...others] = parameters.getAll('uint256');
  const units = given === undefined ? null : numberOf(given);
  if (others.length > 0 || (units !== null && (units === '' || scaleOf(units) > 0))) return { unclear: 'uint256=' };
  const address = readAddress(chain, payee)?.address;
  if (address === undefined) return { unclear: `/${call}` };
  return { address, written: payee, token: contract, ...(units !== null && { tokens: { units } }) };
}

/**
 * Reads the text of a wallet's QR code: the bare address, or a payment request of BIP 21, of EIP-681, or of TRON wallets,
 * which follow it. What changes the meaning of a request is read, or the request is unclear: a call of a contract, another
 * chain, a parameter that its reader is required to know (`req-…`), a second payee.
 */
export function readRequest(chain: Chain, content: string): QrRequest {
  const text = content.trim();
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(text) ?? [];
  if (scheme === undefined) {
    const address = readAddress(chain, text)?.address;
    return address === undefined ? null : { address, written: text };
  }
  if (scheme.toLowerCase() !== chain) return { unclear: `${scheme}:` };
  const [path = '', query = ''] = rest.replace(/^\/\//, '').split('?');
  const parameters = new URLSearchParams(query);
  const required = [...parameters.keys()].find((name) => /^req-/i.test(name));
  if (required !== undefined) return { unclear: required };
  const [place = '', call, ...more] = path.split('/');
  if (more.length > 0) return { unclear: `/${more.join('/')}` };
  const [target = '', network] = place.replace(/^pay-/, '').split('@');
  if (network !== undefined && (chain !== 'ethereum' || network !== MAINNET)) return { unclear: `@${network}` };
  return call ? ofCall(chain, target, call, parameters) : ofTarget(chain, target, parameters);
}

/** The address that a QR code names, whatever else it asks for being clear. */
export function addressInQr(chain: Chain, content: string): string | null {
  const read = readRequest(chain, content);
  return read && 'address' in read ? read.address : null;
}

/** Words that name the coins and networks of a chain, and of others whose addresses may look alike. */
const OWN_WORDS = {
  bitcoin: /^(?:btc|bitcoin|segwit|taproot)$/i,
  ethereum: /^(?:eth|ether|ethereum|erc20|usdt|usdc)$/i,
  tron: /^(?:trx|tron|trc20|usdt|usdc)$/i,
} as const satisfies Record<Chain, RegExp>;
const COIN_WORDS =
  /^(?:btc|bitcoin|bch|bsv|ltc|litecoin|doge|dogecoin|dash|zec|zcash|eth|ether|ethereum|etc|erc20|bsc|bnb|bep2|bep20|polygon|pol|matic|arb|arbitrum|op|optimism|base|avax|avalanche|ftm|fantom|zksync|linea|sol|solana|ton|xrp|ripple|ada|dot|trx|tron|trc10|trc20|usdt|usdc|segwit|taproot|lightning)$/i;

/** Words beside an address, as a person writes them: a link has no blanks, no letters beyond ASCII, and its own signs. */
function isProse(text: string): boolean {
  const words = foldTyped(text).trim();
  return !/[?@=&/]/.test(words) && /\s|[^\p{ASCII}]/u.test(words);
}

/**
 * The address that a copied text names beside other words: `My address: T…`. More than one, or words that name another coin
 * or network, are unclear: what was copied may not be meant for this field. Null where no word is an address.
 */
function addressInProse(chain: Chain, text: string): QrRequest {
  if (!isProse(text)) return null;
  const words = foldTyped(text).split(/[^\p{L}\p{M}\p{N}]+/u);
  const written = [...new Set(words.filter((word) => readAddress(chain, word) !== null))];
  const [only, ...others] = written;
  if (only === undefined) return null;
  if (others.length > 0) return { unclear: written.join(' ') };
  const foreign = words.find((word) => COIN_WORDS.test(word) && !OWN_WORDS[chain].test(word));
  if (foreign !== undefined) return { unclear: foreign };
  const address = readAddress(chain, only)?.address;
  return address === undefined ? null : { address, written: only };
}

/**
 * What a field for an address takes from a payment link that was pasted into it; null where the text is none. With what is
 * sent there, a link that asks for another coin is unclear, by what it asks for: a link names a token by its contract,
 * which has to be the one that is sent, and an amount in its units.
 */
export function requestInField(chain: Chain, text: string, sent?: Sent): QrRequest {
  const link = foldAddress(text);
  const prose = readAddress(chain, link) === null ? addressInProse(chain, text) : null;
  const request = prose ?? (link.includes(':') && !isProse(text) ? readRequest(chain, link) : null);
  if (sent === undefined || !request || 'unclear' in request) return request;
  const { amount, token } = request;
  if (token !== undefined) return ofToken(chain, { ...request, token }, sent);
  return amount && amount.currency !== sent.currency ? { unclear: `${amount.number} ${amount.currency}` } : request;
}

/** A request for a token, with its amount in the currency that is sent; unclear where it is another one. */
function ofToken(chain: Chain, request: Payment & { readonly token: string }, { currency, token }: Sent): QrRequest {
  const asked = readAddress(chain, request.token)?.address;
  if (token === null || asked === undefined || asked !== readAddress(chain, token.contract)?.address) {
    return { unclear: request.token };
  }
  const { tokens } = request;
  if (tokens === undefined) return request;
  const number = 'units' in tokens ? mul(tokens.units, unitOf(token.decimals)) : tokens.number;
  return { ...request, amount: { currency, number } };
}

/** What a field for an address alone has after an entry: of a payment link its address. */
export function addressInField(chain: Chain, text: string): string {
  const request = requestInField(chain, text);
  return request && 'written' in request ? request.written : text;
}
