import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data/types';
import { OLDEST_BROWSERS } from '@tessera/build';

/** Names of the browsers in the data of MDN, by those in our list; each is as old as the one that it is made of. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  chrome: ['chrome', 'chrome_android', 'webview_android'],
  edge: ['edge'],
  samsung: ['samsunginternet_android'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari'],
  ios_saf: ['safari_ios'],
};

/** A feature that is used and not in each browser of the list, with the browsers. */
export type Missing = { readonly feature: string; readonly browsers: readonly string[] };

/** Version of each browser that a feature must be in. */
export const OLDEST: ReadonlyMap<string, number> = new Map(
  OLDEST_BROWSERS.flatMap((query) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? [];
    const names = NAMES[name];
    if (!names) throw new Error(`the list of browsers has “${query}”, which is not “<browser> >= <version>”`);
    return names.map((each) => [each, Number(version)] as const);
  }),
);

/** 20 MB: read once, by the check alone. */
export const readCompatData = (): CompatData =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@mdn/browser-compat-data')), 'utf8')) as CompatData;

const isIn = (support: SupportStatement | undefined, oldest: number): boolean =>
  (Array.isArray(support) ? support : [support]).some((statement) => {
    if (!statement || statement.flags || statement.prefix || statement.alternative_name || statement.version_removed)
      return false;
    const { version_added: added } = statement;
    return typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest;
  });

/** Browsers of the list whose oldest version lacks a feature. */
export const lacking = ({ support }: CompatStatement): readonly string[] =>
  [...OLDEST]
    .filter(([browser, oldest]) => !isIn(support[browser as keyof typeof support], oldest))
    .map(([browser, oldest]) => `${browser} ${oldest}`);

/** The features below one of the data, by name. */
export const featuresOf = (of: Identifier | undefined): ReadonlyMap<string, Identifier> =>
  new Map(Object.entries(of ?? {}).filter(([name]) => !name.startsWith('__')) as [string, Identifier][]);
