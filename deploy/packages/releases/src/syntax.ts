import { type AnyNode, parse } from 'acorn';

/** Parses a script of a build. Throws SyntaxError for what is none. */
export function parseScript(text: string): AnyNode {
  try {
    return parse(text, { ecmaVersion: 2024, sourceType: 'script' });
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('it is nested too deeply', { cause: error });
    throw error;
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** The nodes directly below a node, with the property that holds each. A build has a million. */
export function childrenOf(node: AnyNode): (readonly [string, AnyNode])[] {
  const found: (readonly [string, AnyNode])[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) found.push([key, each]);
    } else if (isNode(value)) found.push([key, value]);
  }
  return found;
}

/** The name of a property or member that stands in the text; undefined for a computed one. */
export function nameOf(key: AnyNode): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && key.value !== null ? String(key.value) : undefined;
}
