import { parseSync } from '@swc/core';

/** What the exposed module of a remote says of its texts, read from its source. */
export type DeclaredTexts = {
  /** Namespaces of its parts; not those with texts of a shared package. */
  readonly parts: readonly string[];
  /** By key of a page: the namespaces that are fetched with it. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
};

type Node = { readonly type: string; readonly [field: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nameOf = (key: Node): string | undefined =>
  key.type === 'Identifier' || key.type === 'StringLiteral' ? (key.value as string) : undefined;

/** The properties of an object that are written out; undefined for what is no object, or has others. */
function propertiesOf(node: unknown): ReadonlyMap<string, Node> | undefined {
  if (!isNode(node) || node.type !== 'ObjectExpression') return undefined;
  const properties = new Map<string, Node>();
  for (const property of node.properties as readonly Node[]) {
    if (property.type === 'MethodProperty') continue;
    const name = isNode(property.key) ? nameOf(property.key) : undefined;
    if (property.type !== 'KeyValueProperty' || name === undefined) return undefined;
    properties.set(name, property.value as Node);
  }
  return properties;
}

/** Every node below one, itself first. */
function* nodesBelow(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      // Arguments and elements are wrapped in objects without a type.
      const inner = isNode(child) ? child : (child as { readonly expression?: unknown } | null)?.expression;
      if (isNode(inner)) yield* nodesBelow(inner);
    }
  }
}

/** Whether a loader is that of a shared package: imported from it, or asking it for the texts. */
export const isShared = (loader: string, source: string): boolean =>
  new RegExp(`import\\s*\\{[^}]*\\b${loader}\\b[^}]*\\}\\s*from\\s*["']@tessera/`).test(source) ||
  new RegExp(`\\b${loader}\\s*=[^;]*\\bimport\\(\\s*["']@tessera/`).test(source);

const isOfShared = (loader: Node, source: string): boolean => {
  const name = nameOf(loader);
  if (name !== undefined) return isShared(name, source);
  const requests = [...nodesBelow(loader)].flatMap(({ type, callee, arguments: given }) =>
    type === 'CallExpression' && isNode(callee) && callee.type === 'Import'
      ? [(given as readonly { readonly expression: Node }[])[0]?.expression.value]
      : [],
  );
  return requests.some((request) => typeof request === 'string' && request.startsWith('@tessera/'));
};

const textsOf = (page: Node): readonly string[] => {
  const texts = propertiesOf(page)?.get('texts');
  const elements = (texts?.elements ?? []) as readonly { readonly expression: Node }[];
  return elements.flatMap(({ expression }) =>
    expression.type === 'StringLiteral' ? [expression.value as string] : [],
  );
};

/**
 * Reads `parts` and `pages` of the object that is given to `defineRemote`. Throws where `parts` is not written out: a
 * namespace has an owner before the module runs.
 */
export function declaredTexts(source: string): DeclaredTexts {
  const none: DeclaredTexts = { parts: [], pages: new Map() };
  if (!/\bdefineRemote\b/.test(source)) return none;
  const program = parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2022' }) as unknown as Node;
  const calls = [...nodesBelow(program)].filter(
    ({ type, callee }) => type === 'CallExpression' && isNode(callee) && nameOf(callee) === 'defineRemote',
  );
  const given = (calls[0]?.arguments as readonly { readonly expression: Node }[] | undefined)?.[0]?.expression;
  const fields = propertiesOf(given);
  const parts = fields?.has('parts') ? propertiesOf(fields.get('parts')) : new Map<string, Node>();
  if (!parts) throw new Error('the parts of a remote need their names written out');
  const pages = propertiesOf(fields?.get('pages')) ?? new Map<string, Node>();
  return {
    parts: [...parts].flatMap(([name, loader]) => (isOfShared(loader, source) ? [] : [name])),
    pages: new Map([...pages].map(([key, page]) => [key, textsOf(page)])),
  };
}
