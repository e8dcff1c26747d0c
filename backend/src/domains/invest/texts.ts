import { join } from 'node:path';
import type { Localised } from '@tessera/api/kit/localised';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { textsIn } from '../../platform/texts.ts';
import type { StoredProduct } from './store.ts';
import en from './texts/en.json' with { type: 'json' };

/* Names and descriptions of products for which staff wrote none, by kind. */

const TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);

type Named = Pick<
  StoredProduct,
  'section' | 'side' | 'symbol' | 'currency' | 'other_currency' | 'days' | 'name' | 'description'
>;

/** What the product is about, and what it is paid with. */
function namesOf({ section, side, symbol, currency, other_currency, days }: Named): Record<string, string> {
  const coin = section === 'metals' ? (symbol ?? '') : side === 'buy_low' ? (other_currency ?? '') : currency;
  const money = side === 'sell_high' ? (other_currency ?? '') : currency;
  return { coin, money, days: String(days ?? '') };
}

function kindText(product: Named, what: 'name' | 'description', language: LanguageCode): string {
  const kind = product.side ?? (product.section === 'blockchain' ? 'sell_high' : product.section);
  const names = namesOf(product);
  return TEXTS[language][kind][what].replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
}

/** Name or description of a product in a language. */
export const textOf = (product: Named, what: 'name' | 'description', language: LanguageCode): string =>
  product[what]?.[language] ?? kindText(product, what, language);

/** Its name in every language. */
export const namesOfProduct = (product: Named): Localised =>
  Object.fromEntries(languageCodes.map((code) => [code, textOf(product, 'name', code)])) as Localised;
