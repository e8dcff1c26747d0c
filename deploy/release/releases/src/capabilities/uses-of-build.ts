import { isForbidden, refusalOf } from './capabilities.ts';
import { CHUNKS } from './page-names.ts';
import { readUses } from './read-uses.ts';

export type BuildUses = {
  /** What it does with the page, as `what` or `what: name`, in order: compared between versions. */
  readonly uses: readonly string[];
  /** What it must not do, with the file that does. */
  readonly forbidden: readonly string[];
};

/** Longest name of a use, and most uses of a build: a build that has more hides nothing by it. */
export const LONGEST_USE = 120;
export const MOST_USES = 200;

/** What the scripts of a build do with the page, by path. `container` is the global that it has to set. Throws SyntaxError. */
export function usesOfBuild(scripts: ReadonlyMap<string, string>, container: string): BuildUses {
  const uses = new Set<string>();
  const forbidden = new Set<string>();
  for (const [path, text] of scripts) {
    for (const { of, name } of readUses(text)) {
      if (of === 'globals' && (name === container || name === CHUNKS)) continue;
      if (isForbidden(of)) forbidden.add(refusalOf(path, of, name?.slice(0, LONGEST_USE)));
      else uses.add((name === undefined ? of : `${of}: ${name}`).slice(0, LONGEST_USE));
    }
  }
  return { uses: [...uses].sort().slice(0, MOST_USES), forbidden: [...forbidden].sort() };
}
