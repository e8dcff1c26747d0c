import type { AnyNode, Expression, ObjectExpression } from 'acorn';
import { eachChild, nameOf, parseScript } from './syntax.ts';

/** What the source text of an entry script says of its build. It is read, never run. */
export type EntryFacts = {
  /** Properties of `window` that it sets: the names under which it is a container. */
  readonly containers: ReadonlySet<string>;
  /** By key (`./remote`): ids of the chunks that the exposed module is loaded from. */
  readonly exposed: ReadonlyMap<string, readonly string[]>;
  /** By chunk id: base64 SHA-256 without padding of its script, and of its style sheet. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly styles: ReadonlyMap<string, string>;
  /** Shared modules that it takes from the page. */
  readonly shared: ReadonlySet<string>;
};

/** A node and all below it. Throws SyntaxError for what is no script. */
function nodesOf(text: string): AnyNode[] {
  const found: AnyNode[] = [parseScript(text)];
  // The iteration includes nodes added meanwhile: deep nesting does not exhaust the stack.
  for (const node of found) eachChild(node, (child) => found.push(child));
  return found;
}

const propertiesOf = (object: ObjectExpression): readonly (readonly [string, Expression])[] =>
  object.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return [];
    const name = nameOf(property.key);
    return name === undefined ? [] : [[name, property.value] as const];
  });

/** Texts of an object of texts. */
const textsOf = (object: ObjectExpression): Map<string, string> =>
  new Map(
    propertiesOf(object).flatMap(([name, value]) =>
      value.type === 'Literal' && typeof value.value === 'string' ? [[name, value.value]] : [],
    ),
  );

/** Ids of the chunks that a function asks the bundler for: `r.e("chunk")`. */
const CHUNK = /\.e\("([^"]+)"\)/g;
const chunksIn = (text: string, { start, end }: AnyNode): string[] =>
  [...text.slice(start, end).matchAll(CHUNK)].map(([, chunk]) => chunk as string);

/** The map that the integrity plugin of the build writes: `require.tsi = require.tsi || { chunk: hash }`. */
function integrityMap(nodes: readonly AnyNode[], variable: string): Map<string, string> {
  const maps = nodes.flatMap((node) => {
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return [];
    const { left, right } = node;
    const isMap = nameOf(left.property) === variable && right.type === 'LogicalExpression';
    return isMap && right.right.type === 'ObjectExpression' ? [right.right] : [];
  });
  return maps.length === 1 ? textsOf(maps[0] as ObjectExpression) : new Map();
}

/** Reads an entry script. Throws SyntaxError if it is none. */
export function readEntry(text: string): EntryFacts {
  const nodes = nodesOf(text);
  const containers = nodes.flatMap((node) => {
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return [];
    const { object, property } = node.left;
    const name = object.type === 'Identifier' && object.name === 'window' ? nameOf(property) : undefined;
    return name === undefined ? [] : [name];
  });
  const properties = nodes.flatMap((node) => (node.type === 'ObjectExpression' ? propertiesOf(node) : []));
  return {
    containers: new Set(containers),
    exposed: new Map(
      properties.flatMap(([name, value]) =>
        name.startsWith('./') && value.type === 'ArrowFunctionExpression' ? [[name, chunksIn(text, value)]] : [],
      ),
    ),
    scripts: integrityMap(nodes, 'tsi'),
    styles: integrityMap(nodes, 'tsc'),
    shared: new Set(
      properties.flatMap(([name, value]) =>
        name === 'shareKey' && value.type === 'Literal' && typeof value.value === 'string' ? [value.value] : [],
      ),
    ),
  };
}

/** By key of a page in the exposed module: ids of the chunks that its screen is loaded from. */
export const pagesIn = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    nodesOf(text).flatMap((node) => {
      if (node.type !== 'ObjectExpression') return [];
      return propertiesOf(node).flatMap(([name, value]) => {
        if (name !== 'pages' || value.type !== 'ObjectExpression') return [];
        return propertiesOf(value).map(([page, load]) => [page, chunksIn(text, load)] as const);
      });
    }),
  );
