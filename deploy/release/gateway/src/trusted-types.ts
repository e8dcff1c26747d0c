/** What the page's policy for the addresses of scripts allows. */
export type ScriptPlaces = {
  /** Loopback origins of remotes under development that a grant names. */
  readonly overrides: readonly string[];
};

/** What of the browser is used. */
type Browser = {
  readonly location: Pick<Location, 'origin' | 'href'>;
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string | null }): unknown;
  };
};

/**
 * Runs in the page before all else: makes its only policy of Trusted Types, which browsers ask about each text that
 * becomes the address of a script or of a worker. Bundlers and the runtime of Module Federation write addresses as texts;
 * each build has its own loader, and versions that are swapped in come after the page's content policy, so that no
 * policy of their own could be named there. No text becomes markup or code. It is sent as source text and must not refer
 * to anything outside itself.
 */
export function guardScripts({ location, trustedTypes }: Browser, { overrides }: ScriptPlaces): void {
  const { origin, href } = location;
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const url = new URL(address, href);
      const own =
        url.origin === origin && /^\/h5\/(?:sw\.js$|(?:assets|remotes\/[^/]+\/[^/]+)\/[^/]+\.js$)/.test(url.pathname);
      return own || overrides.includes(url.origin) ? url.href : null;
    },
  });
}

/** The script as inlined in the page. */
export const guardScript = (places: ScriptPlaces): string =>
  `(${guardScripts.toString()})(self,${JSON.stringify(places).replaceAll('<', '\\u003c')})`;

/** Name of the policy by which a development server shows in the page what does not compile (`shared/build`). */
const COMPILE_ERRORS = 'webpack-dev-server#overlay';

/** Of a page with that policy; no further one can be made but by remotes under development. */
export const pageTrustedTypes = ({ overrides }: ScriptPlaces): readonly string[] => [
  "require-trusted-types-for 'script'",
  ['trusted-types default', ...(overrides.length > 0 ? [COMPILE_ERRORS] : [])].join(' '),
];
/** Of a page of a single build, whose loader has a policy of this name (`shared/build`). */
export const OWN_FILES_TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types tessera'] as const;
