import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompatData } from '@mdn/browser-compat-data/types';
import type { Built } from '../builds.ts';
import { ACCEPTED } from './accepted.ts';
import { missingInScripts, noNames, readNames } from './scripts.ts';
import { styleJudge } from './styles.ts';
import type { Missing } from './support.ts';

export type Verdict = {
  /** A line for each fault: syntax, what a browser of the list lacks, and what is accepted without being used. */
  readonly faults: readonly string[];
  readonly files: number;
};

/** Whether built files run in the oldest browsers of the list, as the data of MDN know them. */
export function judgeFiles(
  files: readonly File[],
  data: CompatData,
  accepted: Readonly<Record<string, string>> = ACCEPTED,
): Verdict {
  const names = noNames();
  const faults: string[] = [];
  const missing = new Map<string, Missing>();
  const ofStyles = styleJudge(data);
  for (const { name, content } of files) {
    try {
      if (name.endsWith('.js')) readNames(content, names);
      else for (const each of ofStyles(content)) missing.set(each.feature, each);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const each of missingInScripts(data, names)) missing.set(each.feature, each);
  for (const { feature, browsers } of missing.values())
    if (!(feature in accepted)) faults.push(`${feature} is not in ${browsers.join(', ')}`);
  for (const feature of Object.keys(accepted))
    if (!missing.has(feature)) faults.push(`${feature} is accepted, but not used`);
  return { faults, files: files.length };
}

/** They define what they bring, which would be taken for a name of ours. */
const POLYFILLS = /^assets\/polyfills\./;

type File = { readonly name: string; readonly content: string };

/** Scripts and styles that stand in a page itself, each by its place in it. */
export const inlineFiles = (name: string, page: string): readonly File[] =>
  [...page.matchAll(/<(script|style)(?: nonce="[^"]*")?>([\s\S]*?)<\/\1>/g)].map(([, tag, content = ''], index) => ({
    name: `${name}#${index + 1}.${tag === 'script' ? 'js' : 'css'}`,
    content,
  }));

/** Scripts and style sheets of builds, those in pages included. Those of the gallery are for ourselves. */
export const filesOf = (builds: readonly Built[]): readonly File[] =>
  builds
    .filter(({ package: { name } }) => name !== 'gallery')
    .flatMap(({ folder, package: { name } }) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:js|css|html)$/.test(file) && !POLYFILLS.test(file))
        .flatMap((file) => {
          const [at, content] = [`${name}/${file}`, readFileSync(join(folder, file), 'utf8')];
          return file.endsWith('.html') ? inlineFiles(at, content) : [{ name: at, content }];
        }),
    );
