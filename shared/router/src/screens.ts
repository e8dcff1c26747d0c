/**
 * Parameters of every screen by its path, in the words of the descriptors. It is filled in `declared-screens.d.ts`,
 * which is generated and of types only: a new route changes no build of another remote.
 */
export interface Screens {
  readonly '/': Record<never, never>;
}

export type ScreenPath = keyof Screens & string;

type OneOf<Kind extends string> = Kind extends `${infer First}|${infer Rest}` ? First | OneOf<Rest> : Kind;

/** `number?` → `number`, `buy|sell` → `'buy' | 'sell'` */
type ValueOf<Declared> = Declared extends `${infer Kind}?`
  ? ValueOf<Kind>
  : Declared extends 'string'
    ? string
    : Declared extends 'number'
      ? number
      : Declared extends string
        ? OneOf<Declared>
        : never;

type RequiredNames<D> = { [K in keyof D]: D[K] extends `${string}?` ? never : K }[keyof D];
type OptionalNames<D> = Exclude<keyof D, RequiredNames<D>>;

/** Required and optional parameters of a link to a screen. */
export type ScreenParams<P extends ScreenPath> = {
  readonly [K in RequiredNames<Screens[P]>]: ValueOf<Screens[P][K]>;
} & { readonly [K in OptionalNames<Screens[P]>]?: ValueOf<Screens[P][K]> | undefined };

/** Parameters of a screen as read from the URL, which users may edit: every parameter may be missing. */
export type ReceivedParams<P extends ScreenPath> = {
  readonly [K in keyof Screens[P]]: ValueOf<Screens[P][K]> | undefined;
};

/** Parameters may be left out where none is required. */
export type ParamsArgument<P extends ScreenPath> = [RequiredNames<Screens[P]>] extends [never]
  ? [params?: ScreenParams<P>]
  : [params: ScreenParams<P>];

declare const checked: unique symbol;

/** A route behind the hash with its query, as `screenUrl` builds it. */
export type ScreenUrl = string & { readonly [checked]: true };

const queryOf = (params: object): string =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();

/**
 * The address of a screen: `screenUrl('/pages/fund/receive', { currency_id: 3 })`. Path and names must be literals,
 * because the build records them and the release gate compares them with what is live.
 */
export function screenUrl<P extends ScreenPath>(path: P, ...[params]: ParamsArgument<P>): ScreenUrl {
  const query = params === undefined ? '' : queryOf(params);
  return (query ? `${path}?${query}` : path) as ScreenUrl;
}

const ADDRESS = /^\/(?:pages(?:\/[\w-]+)+)?(?:\?[^#\s]*)?$/;

/**
 * An address that was received as text (a link in content, where to go after log-in); null if it is not a screen of
 * ours.
 */
export const asScreenUrl = (text: string): ScreenUrl | null => (ADDRESS.test(text) ? (text as ScreenUrl) : null);
