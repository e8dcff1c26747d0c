import type { Localised } from '@tessera/api/kit/localised';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import type { StoredProduct } from './store.ts';
import alb from './texts/alb.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import fra from './texts/fra.json' with { type: 'json' };
import hk from './texts/hk.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kor from './texts/kor.json' with { type: 'json' };
import spa from './texts/spa.json' with { type: 'json' };
import th from './texts/th.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

/* Names and descriptions of products for which staff wrote none, by kind. */

const TEXTS: Readonly<Record<LanguageCode, typeof en>> = { alb, de, en, fra, hk, jp, kor, spa, th, zh };

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
