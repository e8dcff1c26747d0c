/** Coins that have a logo: a test compares them with the files in `marks/coins`. */
const COINS =
  '1INCH AAVE ADA ALGO APT AR ATOM AVAX AXS BAT BCH BNB BTC CAKE CFX CHZ COMP CRV DASH DOGE DOT DYDX EGLD ENS ETC ETH FET FIL FLOW GALA GRT HBAR ICP IMX JUP KAS KSM LDO LINK LTC MANA NEAR NEO OP PENDLE POL PYTH QNT RUNE SAND SEI SHIB SOL STX SUI TAO THETA TIA TRX UNI USDC USDT VET XLM XMR XRP XTZ ZEC';
/** Currencies of ISO 4217, whose codes begin with that of their country; CNH is the yuan outside of it. */
const FIAT = 'AED AUD CAD CHF CNH CNY EUR GBP HKD JPY MXN NZD PHP SGD THB TRY USD VND ZAR';

const coins = new Set(COINS.split(' '));
const fiat = new Set(FIAT.split(' '));

/** Where the page has its pictures; the build says it. */
const at = (path: string): string => `${process.env.TESSERA_MARKS}/${path}.svg`;

/** Address of the flag of a country (ISO 3166-1 alpha-2). */
export const flagAddress = (country: string): string => at(`flags/${country.toLowerCase()}`);

/** Address of the logo of a coin, or of the flag of a currency; undefined where it has none. */
export const markAddress = (code: string): string | undefined =>
  coins.has(code) ? at(`coins/${code.toLowerCase()}`) : fiat.has(code) ? flagAddress(code.slice(0, 2)) : undefined;
