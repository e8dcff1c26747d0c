import type { AnyNode, Identifier, Pattern } from 'acorn';
import { eachChild } from '../syntax.ts';

/** Where names are declared; what is declared in none is a global of the page. */
export type Scope = { readonly names: Set<string>; readonly above: Scope | null };

/** A node with the nodes around it, innermost first. */
export type Placed = {
  readonly node: AnyNode;
  /** The property of the parent that holds it. */
  readonly key: string;
  readonly parent: Placed | null;
  /** The innermost scope around it. */
  readonly scope: Scope;
};

export type Program = {
  readonly nodes: readonly Placed[];
  /** The scope that declares what an identifier refers to; null for a global of the page, undefined for no reference. */
  scopeOf(placed: Placed): Scope | null | undefined;
  /** Whether an identifier is a reference to a global of the page. */
  isGlobal(placed: Placed): boolean;
};

/** Names that a pattern binds. */
function boundBy(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => boundBy(each.type === 'RestElement' ? each.argument : each.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? boundBy(each) : []));
    case 'AssignmentPattern':
      return boundBy(pattern.left);
    case 'RestElement':
      return boundBy(pattern.argument);
    case 'MemberExpression':
      return [];
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'StaticBlock']);
const BLOCKS = new Set([
  'BlockStatement',
  'CatchClause',
  'ClassExpression',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'SwitchStatement',
]);

/** Properties and labels have names that refer to nothing. */
function isName({ key, parent }: Placed): boolean {
  const node = parent?.node;
  if (!node) return false;
  if (key === 'property') return node.type === 'MemberExpression' && !node.computed;
  if (key === 'key') return 'computed' in node && !node.computed && !('shorthand' in node && node.shorthand);
  return key === 'label' || node.type === 'MetaProperty';
}

/** Where `var` declares, and all else. */
type Scopes = { readonly inFunction: Scope; readonly inBlock: Scope };

/** Declares what a node binds; returns the scopes of what is below it. */
function declared(node: AnyNode, around: Scopes): Scopes {
  const { inFunction, inBlock } = around;
  if (node.type === 'VariableDeclaration') {
    const scope = node.kind === 'var' ? inFunction : inBlock;
    for (const { id } of node.declarations) for (const name of boundBy(id)) scope.names.add(name);
  }
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) {
    inBlock.names.add(node.id.name);
  }
  // Few of a million nodes have a scope of their own.
  const isFunction = FUNCTIONS.has(node.type);
  if (!isFunction && !BLOCKS.has(node.type)) return around;
  const inner: Scope = { names: new Set(), above: inBlock };
  if (node.type === 'CatchClause' && node.param) for (const name of boundBy(node.param)) inner.names.add(name);
  if ((node.type === 'FunctionExpression' || node.type === 'ClassExpression') && node.id) inner.names.add(node.id.name);
  if (!isFunction) return { inFunction, inBlock: inner };
  const params = 'params' in node ? node.params : [];
  for (const name of params.flatMap(boundBy)) inner.names.add(name);
  return { inFunction: inner, inBlock: inner };
}

/** Every node of a script, and which identifiers are globals. Without recursion: nesting does not exhaust the stack. */
export function readScopes(script: AnyNode): Program {
  const page: Scope = { names: new Set(), above: null };
  const nodes: Placed[] = [{ node: script, key: '', parent: null, scope: page }];
  const functions: Scope[] = [page];
  for (let at = 0; at < nodes.length; at += 1) {
    const [placed, inFunction] = [nodes[at] as Placed, functions[at] as Scope];
    const below = declared(placed.node, { inFunction, inBlock: placed.scope });
    eachChild(placed.node, (node, key) => {
      nodes.push({ node, key, parent: placed, scope: below.inBlock });
      functions.push(below.inFunction);
    });
  }
  const scopeOf = (placed: Placed): Scope | null | undefined => {
    if (placed.node.type !== 'Identifier' || isName(placed)) return undefined;
    const { name } = placed.node as Identifier;
    let scope: Scope | null = placed.scope;
    while (scope && !scope.names.has(name)) scope = scope.above;
    return scope;
  };
  return {
    nodes,
    scopeOf,
    isGlobal: (placed) => scopeOf(placed) === null,
  };
}
