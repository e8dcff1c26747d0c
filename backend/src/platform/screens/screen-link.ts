import type { Screens } from './declared.ts';

export type ScreenPath = keyof Screens;

/** `number?` → `number`, `buy|sell` → `'buy' | 'sell'` */
type ValueOf<Declared> = Declared extends `${infer Kind}?`
  ? ValueOf<Kind>
  : Declared extends 'string'
    ? string
    : Declared extends 'number'
      ? number | `${number}`
      : Declared extends `${infer First}|${infer Rest}`
        ? First | ValueOf<Rest>
        : Declared;

type RequiredNames<D> = { [K in keyof D]: D[K] extends `${string}?` ? never : K }[keyof D];

/** Parameters of a link to a screen: those that it declares, of the kinds that it declares, the required ones always. */
type ScreenQuery<P extends ScreenPath> = {
  readonly [K in RequiredNames<Screens[P]>]: ValueOf<Screens[P][K]>;
} & { readonly [K in Exclude<keyof Screens[P], RequiredNames<Screens[P]>>]?: ValueOf<Screens[P][K]> };

/** Screens that open without a parameter. */
type PlainPath = { [P in ScreenPath]: [RequiredNames<Screens[P]>] extends [never] ? P : never }[ScreenPath];

declare const checked: unique symbol;

/** A route of the app: the path of a declared screen, with declared parameters. */
export type ScreenLink = PlainPath | (string & { readonly [checked]: true });

/** The link to a screen: `screenLink('/pages/nft/mine', { tab: 'bids' })`. */
export const screenLink = <P extends ScreenPath>(path: P, query: ScreenQuery<P>): ScreenLink => {
  const given = Object.entries<unknown>(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(given)}` as ScreenLink;
};
