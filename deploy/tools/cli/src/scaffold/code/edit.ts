/*
 * Edits of source text at places that the shape of a domain guarantees. Each throws if the place is missing: files that differ from the shape are edited manually.
 */

export class PlaceMissing extends Error {
  override readonly name = 'PlaceMissing';
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Index of the bracket that closes the one at `open`; strings and comments are skipped. */
export function closingOf(text: string, open: number): number {
  const expected: string[] = [];
  const skip = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
  for (let at = open; at < text.length; at += 1) {
    skip.lastIndex = at;
    const skipped = skip.exec(text)?.[0];
    if (skipped) {
      at += skipped.length - 1;
      continue;
    }
    const character = text.charAt(at);
    const close = CLOSES[character];
    if (close) expected.push(close);
    else if (character === expected.at(-1)) expected.pop();
    if (expected.length === 0) return at;
  }
  throw new PlaceMissing('a bracket is not closed');
}

/** Adds a line at the end of the block that the first match of `opening` opens; `opening` ends with its bracket. */
export function addToBlock(text: string, opening: RegExp, line: string): string {
  const match = opening.exec(text);
  if (!match) throw new PlaceMissing(`${opening} is not there`);
  const open = match.index + match[0].length - 1;
  const close = closingOf(text, open);
  const inner = text.slice(open + 1, close).trimEnd();
  const indent = /\n([ \t]*)$/.exec(text.slice(0, close))?.[1] ?? '';
  const needsComma = inner !== '' && !/[,{[(]$/.test(inner);
  return `${text.slice(0, open + 1)}${inner}${needsComma ? ',' : ''}\n${line}\n${indent}${text.slice(close)}`;
}

/** Ranges of the objects in an array, each from its bracket to the one that closes it. */
function objectsIn(text: string, open: number): (readonly [start: number, end: number])[] {
  const close = closingOf(text, open);
  const found: (readonly [number, number])[] = [];
  for (let start = text.indexOf('{', open); start >= 0 && start < close; ) {
    const end = closingOf(text, start);
    found.push([start, end]);
    start = text.indexOf('{', end);
  }
  return found;
}

/**
 * Adds an object to the array that the first match of `opening` opens, in a row of its own: behind the last one that
 * `isNear`, or else at the end. Everything else stays as it is written.
 */
export function addToArray(text: string, opening: RegExp, object: string, isNear: (object: string) => boolean): string {
  const match = opening.exec(text);
  if (!match) throw new PlaceMissing(`${opening} is not there`);
  const objects = objectsIn(text, match.index + match[0].length - 1);
  const last = objects.findLast(([start, end]) => isNear(text.slice(start, end + 1))) ?? objects.at(-1);
  if (!last) throw new PlaceMissing(`${opening} opens an empty array`);
  const [start, end] = last;
  const indent = /\n([ \t]*)$/.exec(text.slice(0, start))?.[1];
  const before = indent === undefined ? ' ' : `\n${indent}`;
  return `${text.slice(0, end + 1)},${before}${object}${text.slice(end + 1)}`;
}

/** Adds an import behind the last one. */
export function addImport(text: string, line: string): string {
  if (text.includes(line)) return text;
  const imports = [...text.matchAll(/^import [^;]*;\n/gm)];
  const last = imports.at(-1);
  const at = last ? last.index + last[0].length : 0;
  return `${text.slice(0, at)}${line}\n${last ? '' : '\n'}${text.slice(at)}`;
}

/** Adds a name to an import of the file, or the import. */
export function addName(text: string, name: string, from: string): string {
  const known = new RegExp(
    `^(import (?:type )?\\{)([^}]*)(\\} from '${from.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}';)`,
    'm',
  );
  const match = known.exec(text);
  if (!match) return addImport(text, `import { ${name} } from '${from}';`);
  const names = (match[2] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (names.includes(name)) return text;
  return text.replace(
    known,
    (_, start: string, _names: string, end: string) => `${start} ${[...names, name].join(', ')} ${end}`,
  );
}
