import type { CompatData, Identifier } from '@mdn/browser-compat-data/types';
import { OLDEST_SYNTAX } from '@tessera/build';
import { type Node, parse } from 'acorn';
import { featuresOf, lacking, type Missing } from './support.ts';

type AnyNode = Node & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? String(value.name) : undefined;

/** What scripts name: identifiers, `Global.member`, members of other things, and the keys of what they make themselves. */
export type Names = {
  readonly globals: Set<string>;
  readonly statics: Set<string>;
  readonly members: Set<string>;
  readonly own: Set<string>;
};

export const noNames = (): Names => ({
  globals: new Set(),
  statics: new Set(),
  members: new Set(),
  own: new Set(),
});

function noteMember({ object, property }: AnyNode, { statics, members }: Names): void {
  const [holder, member] = [nameOf(object), nameOf(property)];
  if (member === undefined) return;
  if (holder !== undefined && /^[A-Z]/.test(holder)) statics.add(`${holder}.${member}`);
  else members.add(member);
}

function visit(node: AnyNode, names: Names): void {
  const { type } = node;
  const named = (type === 'MemberExpression' || /Property|Method/.test(type)) && !node.computed;
  if (type === 'MemberExpression' && !node.computed) noteMember(node, names);
  else if (named) names.own.add(nameOf(node.key) ?? '');
  else if (type === 'Identifier') names.globals.add(String(node.name));
  if (type === 'AssignmentExpression' && isNode(node.left) && node.left.type === 'MemberExpression')
    names.own.add(nameOf(node.left.property) ?? '');
  for (const [key, value] of Object.entries(node)) {
    if (named && (key === 'property' || key === 'key')) continue;
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, names);
  }
}

/** Adds what a script names. Throws where it is of a later version of ECMAScript than the oldest browsers read. */
export const readNames = (source: string, names: Names): void =>
  visit(parse(source, { ecmaVersion: OLDEST_SYNTAX, sourceType: 'module' }) as unknown as AnyNode, names);

/**
 * What of the names the oldest browsers lack. A member of an unknown thing counts where the language has it, no built-in
 * of the oldest browsers does, and no script makes such a member itself.
 */
export function missingInScripts(data: CompatData, { globals, statics, members, own }: Names): readonly Missing[] {
  const builtins = featuresOf(data.javascript.builtins);
  const holders = new Map([...featuresOf(data.api), ...builtins]);
  const byMember = new Map<string, Identifier[]>();
  for (const holder of [...builtins.values(), ...featuresOf(data.api).values()])
    for (const [name, feature] of featuresOf(holder)) {
      const plain = name.replace(/_static$/, '');
      byMember.set(plain, [...(byMember.get(plain) ?? []), feature]);
    }
  const ofLanguage = new Set([...builtins.values()].flatMap((holder) => [...featuresOf(holder).keys()]));
  const staticOf = (path: string) => {
    const [holder = '', member = ''] = path.split('.');
    const features = holders.get(holder);
    return features && [features[`${member}_static`] ?? features[member]];
  };
  const used: readonly (readonly [string, readonly (Identifier | undefined)[]])[] = [
    ...[...globals].filter((name) => !own.has(name)).map((name) => [name, [holders.get(name)]] as const),
    ...[...statics].map((path) => [path, staticOf(path) ?? []] as const),
    ...[...members]
      .filter((name) => ofLanguage.has(name) && !own.has(name))
      .map((name) => [`.${name}()`, byMember.get(name) ?? []] as const),
  ];
  return used.flatMap(([feature, features]) => {
    const known = features.flatMap((each) => (each?.__compat ? [lacking(each.__compat)] : []));
    if (known.length === 0 || known.some((browsers) => browsers.length === 0)) return [];
    return [{ feature, browsers: known[0] ?? [] }];
  });
}
