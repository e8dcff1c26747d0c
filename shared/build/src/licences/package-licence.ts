import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What has to travel with every copy of a package. */
export type PackageLicence = {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package states it. */
  readonly licence: string;
  /** Its licence files, with the copyright notices that they hold. */
  readonly text: string;
};

export type Description = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  /** As old packages state it. */
  readonly licenses?: readonly { readonly type?: string }[];
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
};

/** Names under which packages keep licences and notices. */
const LICENCE_FILE = /^(?:un)?(?:licen[cs]e|copying|copyright|notice|ofl|third[-_]?party)[\w.-]*$/i;
/** Written beside a licence, but a program or a picture. */
const NO_TEXT = /\.(?:[cm]?[jt]sx?|json|png|svg|map|css)$/i;

/** A package has no licence, or no text of it that could travel with a copy. */
export class MissingLicence extends Error {
  override readonly name = 'MissingLicence';
}

export const readDescription = (folder: string): Description =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Description;

/** The licence that a description states, as an SPDX expression; undefined if it states none. */
function statedLicence({ license, licenses }: Description): string | undefined {
  if (typeof license === 'string') return license;
  const types = (license ? [license] : (licenses ?? [])).flatMap(({ type }) => type ?? []);
  return types.length > 0 ? types.join(' OR ') : undefined;
}

/** First lines of licence files that say which licence it is, for packages that state none beside it. */
const HEADINGS: ReadonlyArray<readonly [heading: RegExp, licence: string]> = [
  [/^(?:the )?MIT License/i, 'MIT'],
  [/^(?:the )?ISC License/i, 'ISC'],
  [/^Apache License\s+Version 2\.0/i, 'Apache-2.0'],
];

/** Licence files of a package, each without blank lines around it; empty if it has none. */
function licenceText(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isFile() && LICENCE_FILE.test(item.name) && !NO_TEXT.test(item.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * Reads licence and notices of an installed package. `fallback` gives the text for a package without licence files.
 * Throws `MissingLicence`.
 */
export function licenceOf(
  folder: string,
  fallback: (folder: string, licence: string) => string | undefined = () => undefined,
): PackageLicence {
  const description = readDescription(folder);
  const { name = folder, version = '' } = description;
  const own = licenceText(folder);
  const licence = statedLicence(description) ?? HEADINGS.find(([heading]) => heading.test(own))?.[1];
  if (!licence || licence === 'UNLICENSED') {
    throw new MissingLicence(`${name} ${version} states no licence: it may not be copied.`);
  }
  const text = own || fallback(folder, licence);
  if (!text) throw new MissingLicence(`${name} ${version} (${licence}) has no licence text to go with its copies.`);
  return { name, version, licence, text };
}
