import type webpack from 'webpack';

/** `bus.request('toast', …)`: the path `['bus', 'request']` and the argument `toast`. */
export type Call = { readonly path: readonly string[]; readonly argument: string };

/** The fields that are read from webpack's dependency for a use of an imported name. */
type ImportedName = webpack.Dependency & {
  readonly call?: boolean;
  readonly range?: readonly [number, number];
  getIds?(moduleGraph: webpack.ModuleGraph): readonly string[];
};

/** Names of calls, events and texts. Anything else could not be written into a type unescaped, so it is left out. */
const PLAIN = '[A-Za-z0-9_./: -]{1,120}';
const FIRST_ARGUMENT = new RegExp(`^\\s*\\(\\s*(['"\`])(${PLAIN})\\1\\s*[,)]`);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * The call that an imported name is part of. Its argument is `*` where it is not written out as a text, which is of use
 * for a part of what is imported only: `bus.on(type, …)` needs no more of the bus than that. Undefined for all else.
 */
export function callOf(dependency: webpack.Dependency, moduleGraph: webpack.ModuleGraph): Call | undefined {
  const { call, range, getIds } = dependency as ImportedName;
  if (!call || !range || !getIds) return undefined;
  const path = (dependency as Required<ImportedName>).getIds(moduleGraph);
  const source = moduleGraph.getParentModule(dependency)?.originalSource()?.source().toString();
  const argument = FIRST_ARGUMENT.exec(source?.slice(range[1], range[1] + 400) ?? '')?.[2];
  if (path.length === 0 || !path.every((name) => IDENTIFIER.test(name))) return undefined;
  if (argument === undefined && path.length === 1) return undefined;
  return { path, argument: argument ?? '*' };
}
