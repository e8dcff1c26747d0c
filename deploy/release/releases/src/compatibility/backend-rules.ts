import { misfits, type Side } from './link-rules.ts';
import type { CompatibilityReason } from './verdict.ts';

/** Value of a parameter that is known only when the link is made. */
export const ANY_VALUE = '*';

/** A link that the backend sends, in menus, banners, messages and mails: the path of a screen, and its parameters. */
export type BackendLink = readonly [path: string, given: Readonly<Record<string, string>>];

/** What clients run: `stable` serves all of them, or all but those of a ramp. */
export type Serving = { readonly stable: readonly Side[]; readonly ramped: readonly Side[] };

export const NOTHING_SERVED: Serving = { stable: [], ramped: [] };

function accepts(kind: string, value: string): boolean {
  const plain = kind.replace(/\?$/, '');
  if (value === ANY_VALUE || plain === 'string') return true;
  return plain === 'number' ? /^-?\d+$/.test(value) : plain.split('|').includes(value);
}

function faultsOf([path, given]: BackendLink, side: Side): readonly string[] {
  const declared = side.screens?.[path] ?? {};
  const refused = Object.entries(given).filter(([name, value]) => !accepts(declared[name] ?? 'string', value));
  return [...misfits(path, Object.keys(given), side), ...refused.map((each) => `does not know ${each.join('=')}`)];
}

const inWords = ([path, given]: BackendLink): string => {
  const parameters = Object.entries(given).map(([name, value]) => (value === ANY_VALUE ? name : `${name}=${value}`));
  return parameters.length > 0 ? `${path} (${parameters.join(', ')})` : path;
};

/** Reasons by what is broken and how, whichever version breaks it: one fault of a link stands for no other. */
function broken(links: readonly BackendLink[], { stable, ramped }: Serving): ReadonlyMap<string, CompatibilityReason> {
  const reasons = new Map<string, CompatibilityReason>();
  for (const link of links) {
    const [path] = link;
    const what = inWords(link);
    const serving = [...stable, ...ramped].filter(({ serves }) => serves.includes(path));
    if (!stable.some(({ serves }) => serves.includes(path))) {
      const message = `The backend links to ${what}, which no live version would serve.`;
      reasons.set(`dead ${path}`, { code: 'link_dead', subject: 'backend', message });
    }
    for (const side of serving) {
      for (const fault of faultsOf(link, side)) {
        const message = `The backend links to ${what}; the screen of ${side.reference} ${fault}.`;
        reasons.set(`unfit ${what} ${fault}`, { code: 'link_unfit', subject: side.reference, message });
      }
    }
  }
  return reasons;
}

/** Links of the backend that a change breaks: those that were broken before it are left out. */
export function backendRules(links: readonly BackendLink[], before: Serving, after: Serving): CompatibilityReason[] {
  const known = broken(links, before);
  return [...broken(links, after)].flatMap(([what, reason]) => (known.has(what) ? [] : [reason]));
}
