import type { Block, Check } from './check-file.ts';
import type { Selector } from './selector.ts';

/** A used part of a shared module with an incompatible type. */
export type TypeDifference = {
  readonly request: string;
  readonly selector: Selector;
  /** The compiler's message, shortened. */
  readonly message: string;
};

/** Compiler messages by line of the check file; `elsewhere` holds those of other files. */
export type Diagnostics = {
  readonly lines: ReadonlyMap<number, readonly string[]>;
  readonly elsewhere: readonly string[];
};

const LONGEST = 320;

/** Parses compiler output without colours: one line per error, followed by indented explanations. */
export function parseDiagnostics(output: string): Diagnostics {
  const lines = new Map<number, string[]>();
  const elsewhere: string[] = [];
  let current: number | undefined;
  for (const text of output.split(/\r?\n/)) {
    const [, line, message] = /^check\.ts\((\d+),\d+\): error (?:TS\d+: )(.*)$/.exec(text) ?? [];
    if (line !== undefined && message !== undefined) {
      current = Number(line);
      lines.set(current, [...(lines.get(current) ?? []), message]);
    } else if (/^\s/.test(text) && current !== undefined) {
      // The innermost explanation is the one that names the property.
      lines.set(current, [...(lines.get(current) ?? []).slice(0, -1), text.trim()]);
    } else if (text.trim() !== '') {
      current = undefined;
      elsewhere.push(text);
    }
  }
  return { lines, elsewhere };
}

/** `import("…/before/bus/src/events").Toast` is distinguished from its other copy by the folder. */
const shorten = (message: string): string =>
  message
    .replace(/import\("[^"]*\/(before|after)\/[^"]*"\)\.([\w$.]+)/g, (_whole, side: string, name: string) =>
      side === 'before' ? `${name} (as built against)` : `${name} (as provided)`,
    )
    .replace(/typeof import\("[^"]*\/(before|after)\/[^"]*"\)/g, (_whole, side: string) =>
      side === 'before' ? 'the module as built against' : 'the module as provided',
    )
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(new RegExp(`^(.{${LONGEST}}).+$`, 's'), '$1…');

/** The string literals in a union that should be empty; none for other errors. */
const rejectedParts = (message: string): string[] =>
  message.endsWith("'never'.") ? [...message.matchAll(/"([^"]+)"/g)].map(([, part]) => part as string) : [];

function messageOf(block: Block, { lines }: Diagnostics): string | undefined {
  const says = (line: number | undefined) => (line === undefined ? undefined : lines.get(line)?.map(shorten));
  const assign = says(block.assign);
  const rejected = lines.get(block.reject)?.flatMap(rejectedParts);
  if (!assign && !rejected) return undefined;
  const reasons = assign ?? says(block.words) ?? [];
  const parts = (rejected ?? []).filter((part) => reasons.length === 0 || !part.endsWith('its arguments'));
  const ignored = parts.length > 0 ? [`No longer taken: ${parts.join(', ')}.`] : [];
  const all = [...reasons.slice(0, 1), ...ignored];
  return all.length > 0 ? all.join(' ') : says(block.reject)?.[0];
}

/** Maps compiler messages to the used parts. */
export function differencesIn(checks: readonly Check[], diagnostics: Diagnostics): TypeDifference[] {
  return checks.flatMap(({ request, selector, blocks }) => {
    const block = blocks.find(({ probe }) => probe === undefined || !diagnostics.lines.has(probe)) as Block;
    const message = messageOf(block, diagnostics);
    return message === undefined ? [] : [{ request, selector, message }];
  });
}
