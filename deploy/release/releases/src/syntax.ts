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

const isNode = (value: object | null): value is AnyNode =>
  value !== null && 'type' in value && typeof value.type === 'string';

/** Visits the nodes directly below a node, with the property that holds each. A build has a million. */
export function eachChild(node: AnyNode, visit: (child: AnyNode, key: string) => void): void {
  for (const key in node) {
    const value: unknown = node[key as keyof AnyNode];
    if (typeof value !== 'object') continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) visit(value, key);
      continue;
    }
    for (const each of value as unknown[]) if (typeof each === 'object' && isNode(each)) visit(each, key);
  }
}

/** The name of a property or member that stands in the text; undefined for a computed one. */
export function nameOf(key: AnyNode): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && key.value !== null ? String(key.value) : undefined;
}
