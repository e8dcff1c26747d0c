import { parseSync } from '@swc/core';
import type webpack from 'webpack';
import { ContractFailure } from './contract-failure.ts';
import { shareKeyOf } from './used-modules.ts';

/** By path of a screen: the names of the parameters that some link to it gives. */
export type Links = Readonly<Record<string, readonly string[]>>;

type ImportedName = webpack.Dependency & {
  readonly call?: boolean;
  readonly range?: readonly [number, number];
  getIds?(moduleGraph: webpack.ModuleGraph): readonly string[];
};

/** `('/pages/a/b', { id: 1 })…` up to the bracket that closes the call; texts are stepped over. */
function argumentsIn(source: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] as string;
    if (`'"\``.includes(sign)) {
      at += 1;
      while (at < source.length && source[at] !== sign) at += source[at] === '\\' ? 2 : 1;
    } else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) {
      depth -= 1;
      if (depth === 0) return source.slice(0, at + 1);
    }
  }
  return undefined;
}

/** Path and names of one link, from the source behind `screenUrl`; undefined where they are not written out. */
export function linkOf(source: string): { readonly path: string; readonly params: readonly string[] } | undefined {
  const call = argumentsIn(source.trimStart());
  if (!call?.startsWith('(')) return undefined;
  const [statement] = parseSync(`screenUrl${call}`, { syntax: 'ecmascript' }).body;
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return undefined;
  const [path, params] = statement.expression.arguments.map(({ expression }) => expression);
  if (path?.type !== 'StringLiteral') return undefined;
  if (!params) return { path: path.value, params: [] };
  if (params.type !== 'ObjectExpression') return undefined;
  const names = params.properties.map((property) => {
    if (property.type === 'Identifier') return property.value;
    if (property.type !== 'KeyValueProperty') return undefined;
    return property.key.type === 'Identifier' || property.key.type === 'StringLiteral' ? property.key.value : undefined;
  });
  return names.every((name) => name !== undefined) ? { path: path.value, params: names } : undefined;
}

/** The screens that a built remote links to. Throws ContractFailure for a link whose target is not written out. */
export function linksOf({ modules, moduleGraph, chunkGraph }: webpack.Compilation): Links {
  const links = new Map<string, Set<string>>();
  for (const router of modules) {
    if (shareKeyOf(router) !== '@tessera/router') continue;
    for (const { dependency, originModule } of moduleGraph.getIncomingConnections(router)) {
      const { call, range, getIds } = (dependency ?? {}) as ImportedName;
      if (!dependency || !call || !range || !getIds || !originModule) continue;
      if ((dependency as Required<ImportedName>).getIds(moduleGraph)[0] !== 'screenUrl') continue;
      if (chunkGraph.getNumberOfModuleChunks(originModule) === 0) continue;
      const parent = moduleGraph.getParentModule(dependency);
      const source = parent?.originalSource()?.source().toString() ?? '';
      const link = linkOf(source.slice(range[1]));
      if (!link) {
        const where = parent?.identifier().split('!').at(-1) ?? 'a module';
        throw new ContractFailure(`${where}: screenUrl needs its path and the names of its parameters written out.`);
      }
      const known = links.get(link.path) ?? new Set();
      for (const name of link.params) known.add(name);
      links.set(link.path, known);
    }
  }
  return Object.fromEntries([...links].sort().map(([path, params]) => [path, [...params].sort()]));
}
