import type { AnyNode, CallExpression, Identifier } from 'acorn';
import { PAGE, propertyOf, textOf } from './page-names.ts';
import type { Placed, Program, Scope } from './scopes.ts';

/** What of the page an expression stands for: `address` is its `location`. */
export type Part = 'page' | 'document' | 'address';

const PARTS = ['page', 'document', 'address'] as const satisfies readonly Part[];

/** Properties of any object that are a page or a document. */
const ANYWHERE = new Map<string, Part>(
  Object.entries({
    defaultView: 'page',
    contentWindow: 'page',
    ownerDocument: 'document',
    contentDocument: 'document',
  }),
);

/** Whether a property is that part; `isOf` tells what the object is. */
function isPartIn(isOf: (part: Part) => boolean, name: string | undefined, part: Part): boolean {
  if (name === undefined) return false;
  if (ANYWHERE.get(name) === part) return true;
  if (part === 'address') return name === 'location' && (isOf('page') || isOf('document'));
  return (part === 'page' ? PAGE.has(name) : name === 'document') && isOf('page');
}

/** A variable, with what is put into it: an expression, or what is below it by these names. */
type Put = { readonly into: Identifier; readonly value: AnyNode; readonly names: readonly (string | undefined)[] };

function putInto(target: AnyNode, value: AnyNode | null | undefined, names: Put['names'] = []): readonly Put[] {
  if (!value) return [];
  if (target.type === 'AssignmentPattern') return putInto(target.left, value, names);
  if (target.type === 'Identifier') return [{ into: target, value, names }];
  if (target.type !== 'ObjectPattern') return [];
  return target.properties.flatMap((each) =>
    each.type === 'Property' ? putInto(each.value, value, [...names, propertyOf(each.key, each.computed)]) : [],
  );
}

/** What a node puts into variables: a declaration, an assignment, a default, the values of a function called at once. */
function putsOf(node: AnyNode): readonly Put[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return putInto(node.id, node.init);
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return putInto(node.left, node.right);
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'FunctionExpression' && callee.type !== 'ArrowFunctionExpression') return [];
      return callee.params.flatMap((param, index) => putInto(param, node.arguments[index]));
    }
    default:
      return [];
  }
}

/** How often a script may put the page into a variable that it read further up; builds do so once or twice. */
const ROUNDS = 50;

/** Which expressions of a script are the page, its document or its address: by their names, or by variables that hold them. */
export class PageParts {
  readonly #program: Program;
  /** Of identifiers: nothing else refers to a scope. */
  readonly #places = new Map<AnyNode, Placed>();
  readonly #held = new Map<Scope, Map<string, Set<Part>>>();
  readonly #constants = new Map<Scope, Map<string, AnyNode>>();

  constructor(program: Program) {
    this.#program = program;
    const puts: Put[] = [];
    for (const placed of program.nodes) {
      if (placed.node.type === 'Identifier') this.#places.set(placed.node, placed);
      puts.push(...putsOf(placed.node));
    }
    for (const { node } of program.nodes) this.#keepConstants(node);
    // A variable may be put into one that was looked at before: until no more are found.
    for (let round = 0; puts.filter((put) => this.#hold(put)).length > 0; round += 1) {
      if (round === ROUNDS) throw new SyntaxError('too many variables hand the page on');
    }
  }

  #keepConstants(node: AnyNode): void {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return;
    for (const { id, init } of node.declarations) {
      const scope = this.#scopeOf(id);
      if (id.type === 'Identifier' && init && scope) noted(this.#constants, scope, id.name, init);
    }
  }

  /** Whether a variable is found to hold a part of the page that it was not known to hold. */
  #hold({ into, value, names }: Put): boolean {
    const scope = this.#scopeOf(into);
    if (!scope) return false;
    const held = this.#held.get(scope)?.get(into.name) ?? new Set<Part>();
    const found = PARTS.filter((part) => !held.has(part) && this.#isBelow(value, names, part));
    for (const part of found) held.add(part);
    if (found.length > 0) noted(this.#held, scope, into.name, held);
    return found.length > 0;
  }

  #isBelow(value: AnyNode, names: Put['names'], part: Part): boolean {
    const name = names.at(-1);
    if (names.length === 0) return this.is(value, part);
    return isPartIn((of) => this.#isBelow(value, names.slice(0, -1), of), name, part);
  }

  #scopeOf(node: AnyNode): Scope | null | undefined {
    const placed = this.#places.get(node);
    return placed && this.#program.scopeOf(placed);
  }

  isGlobalName(node: AnyNode): boolean {
    return node.type === 'Identifier' && this.#scopeOf(node) === null;
  }

  /** What a name stands for that is declared once and never written again. */
  constant(node: Identifier): AnyNode | undefined {
    const scope = this.#scopeOf(node);
    return scope ? this.#constants.get(scope)?.get(node.name) : undefined;
  }

  is(node: AnyNode, part: Part): boolean {
    switch (node.type) {
      case 'Identifier':
        return this.#isName(node, part);
      case 'MemberExpression':
        return isPartIn((of) => this.is(node.object, of), propertyOf(node.property, node.computed), part);
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.is(node.expression, part);
      case 'SequenceExpression': {
        const last = node.expressions.at(-1);
        return last !== undefined && this.is(last, part);
      }
      case 'LogicalExpression':
        return this.is(node.left, part) || this.is(node.right, part);
      case 'ConditionalExpression':
        return this.is(node.consequent, part) || this.is(node.alternate, part);
      case 'AssignmentExpression':
        return this.is(node.right, part);
      case 'CallExpression':
        return this.#isCall(node, part);
      default:
        return false;
    }
  }

  #isName(node: Identifier, part: Part): boolean {
    const scope = this.#scopeOf(node);
    if (scope) return this.#held.get(scope)?.get(node.name)?.has(part) ?? false;
    return scope === null && isPartIn(() => true, node.name, part);
  }

  /** The page that `open` returns, and what `Reflect.get` and `valueOf` return. */
  #isCall({ callee, arguments: [first, second] }: CallExpression, part: Part): boolean {
    if (callee.type === 'Identifier') return part === 'page' && callee.name === 'open' && this.isGlobalName(callee);
    if (callee.type !== 'MemberExpression') return false;
    const name = propertyOf(callee.property, callee.computed);
    if (name === 'valueOf') return this.is(callee.object, part);
    if (name === 'open') return part === 'page' && this.is(callee.object, 'page');
    const isReflect = callee.object.type === 'Identifier' && callee.object.name === 'Reflect';
    if (name !== 'get' || !isReflect || !first || !second) return false;
    return isPartIn((of) => this.is(first, of), textOf(second), part);
  }
}

function noted<Value>(map: Map<Scope, Map<string, Value>>, scope: Scope, name: string, value: Value): void {
  const names = map.get(scope) ?? new Map<string, Value>();
  names.set(name, value);
  map.set(scope, names);
}
