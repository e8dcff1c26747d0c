import { withoutAccents } from '@tessera/money/typed';
import { type ScreenUrl, screenUrl } from '@tessera/router';

/** Screens that a search leads to besides instruments. Their titles and further words are in the texts. */
export const FEATURES = {
  deposit: screenUrl('/pages/fund/receive'),
  withdraw: screenUrl('/pages/fund/withdraw'),
  transfer: screenUrl('/pages/fund/transfer', { from: 'change', to: 'lever' }),
  bills: screenUrl('/pages/setting/bill'),
  orders: screenUrl('/pages/transaction/currency_order'),
  security: screenUrl('/pages/setting/security'),
  verification: screenUrl('/pages/setting/real_mark'),
  share: screenUrl('/pages/setting/share'),
  help: screenUrl('/pages/help/help'),
} as const satisfies Readonly<Record<string, ScreenUrl>>;

export type Feature = keyof typeof FEATURES;

/** Without case and accents: `depot` finds `Dépôt`. */
const fold = (text: string) => withoutAccents(text).toLocaleLowerCase().trim();

/** Fewer letters would find most of them; one sign of Chinese or Japanese says enough. */
const isLongEnough = (query: string) => query.length >= 3 || /[^\p{Script=Latin}\d]/u.test(query);

/** Features that a query names by title or by another word, titles first. */
export function findFeatures(
  query: string,
  wordsOf: (feature: Feature) => { readonly title: string; readonly words: string },
): readonly Feature[] {
  const asked = fold(query);
  if (!isLongEnough(asked)) return [];
  const distance = (feature: Feature): number => {
    const { title, words } = wordsOf(feature);
    if (fold(title).startsWith(asked)) return 0;
    if (fold(title).includes(asked)) return 1;
    return words.split(',').some((word) => fold(word).includes(asked)) ? 2 : Number.POSITIVE_INFINITY;
  };
  return (Object.keys(FEATURES) as Feature[])
    .map((feature) => ({ feature, at: distance(feature) }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at)
    .map(({ feature }) => feature);
}
