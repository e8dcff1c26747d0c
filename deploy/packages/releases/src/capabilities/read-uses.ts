import type { AnyNode } from 'acorn';
import { nameOf, parseScript } from '../syntax.ts';
import type { Use } from './capabilities.ts';
import { type Placed, type Program, readScopes } from './scopes.ts';

/** Names of the page itself. */
const PAGE = new Set(['window', 'self', 'globalThis', 'top', 'parent', 'frames']);

/** By name, of a global or of a property of any object: nothing else is called so. */
const ANYWHERE = new Map<string, Use['of']>(
  Object.entries({
    localStorage: 'localStorage',
    sessionStorage: 'sessionStorage',
    indexedDB: 'indexedDB',
    BroadcastChannel: 'BroadcastChannel',
    SharedWorker: 'worker',
    cookieStore: 'cookies',
    RTCPeerConnection: 'peer',
    webkitRTCPeerConnection: 'peer',
    innerHTML: 'markup',
    outerHTML: 'markup',
    insertAdjacentHTML: 'markup',
    setHTMLUnsafe: 'markup',
    createContextualFragment: 'markup',
    dangerouslySetInnerHTML: 'markup',
    DOMParser: 'markup',
  }),
);
/** By name, of a global or of a property of the page: elsewhere the words mean something else. */
const OF_PAGE = new Map<string, Use['of']>(Object.entries({ caches: 'caches', Worker: 'worker', eval: 'code' }));
/** Properties that only what they are named after has. */
const PROPERTIES = new Map<string, Use['of']>(Object.entries({ cookie: 'cookies', srcdoc: 'markup' }));

/** What the host keeps in storage, and its database. */
const KEPT_BY_HOST = /^(?:tessera\.)?host\.[a-z-]+$/;
const DATABASE = 'tessera';

/** Parts of a text that are added up; more are no name of anything. */
const PARTS = 20;

/** A text that stands in the script, in one piece or several; undefined for what is computed. */
function textOf(node: AnyNode, parts = PARTS): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  if (node.type !== 'BinaryExpression' || node.operator !== '+' || parts === 0) return undefined;
  const [left, right] = [textOf(node.left, parts - 1), textOf(node.right, 0)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** How the global begins by which the chunks of a build find each other; the rest is the address of the build. */
export const CHUNKS = 'chunks ';

/** What a sum of texts begins with. */
function beginsWith(node: AnyNode): string | undefined {
  let first = node;
  while (first.type === 'BinaryExpression') first = first.left;
  return textOf(first);
}

/** The name of the property that a member expression or a key names. */
function propertyOf(node: AnyNode, computed: boolean): string | undefined {
  if (!computed) return nameOf(node);
  return textOf(node) ?? (beginsWith(node) === CHUNKS ? CHUNKS : undefined);
}

class Reader {
  readonly #program: Program;
  readonly #places = new Map<AnyNode, Placed>();
  readonly uses: Use[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  /** The page, by any of its names, or a property of it that is the page again. */
  #isPage(node: AnyNode, at: Placed): boolean {
    if (node.type === 'Identifier') return PAGE.has(node.name) && this.#isGlobalName(node, at);
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression')
      return this.#isPage(node.expression, at);
    if (node.type !== 'MemberExpression') return false;
    const name = propertyOf(node.property, node.computed);
    return name === 'defaultView' || (name !== undefined && PAGE.has(name) && this.#isPage(node.object, at));
  }

  #isGlobalName(node: AnyNode, parent: Placed): boolean {
    const placed = this.#places.get(node) ?? { node, key: 'object', parent };
    return this.#program.isGlobal(placed);
  }

  read(): readonly Use[] {
    for (const placed of this.#program.nodes) this.#places.set(placed.node, placed);
    for (const placed of this.#program.nodes) this.#look(placed);
    return this.uses;
  }

  #note(of: Use['of'], name?: string): void {
    this.uses.push(name === undefined ? { of } : { of, name });
  }

  #look(placed: Placed): void {
    const { node } = placed;
    switch (node.type) {
      case 'Identifier':
        this.#global(placed, node.name);
        break;
      case 'MemberExpression':
        this.#member(placed, node.object, propertyOf(node.property, node.computed));
        break;
      case 'Property':
        this.#property(placed, propertyOf(node.key, node.computed));
        break;
      case 'AssignmentExpression':
        this.#written(placed, node.left);
        break;
      case 'UpdateExpression':
        this.#written(placed, node.argument);
        break;
      case 'ImportExpression':
        this.#note('import', textOf(node.source));
        break;
      case 'CallExpression':
        this.#call(placed, node.callee, node.arguments);
        break;
      case 'Literal':
      case 'TemplateLiteral':
      case 'BinaryExpression':
        this.#text(placed, textOf(node));
        break;
      default:
    }
  }

  #global(placed: Placed, name: string): void {
    if (!this.#program.isGlobal(placed)) return;
    const of = ANYWHERE.get(name) ?? OF_PAGE.get(name);
    const { parent, key } = placed;
    if (of && !(parent?.node.type === 'UnaryExpression' && parent.node.operator === 'typeof')) this.#note(of);
    if (name === 'Function' && (key === 'callee' || key === 'init' || key === 'arguments' || key === 'right')) {
      if (parent?.node.type !== 'BinaryExpression') this.#note('code');
    }
    const isRead =
      (parent?.node.type === 'MemberExpression' && key === 'object') ||
      parent?.node.type === 'UnaryExpression' ||
      parent?.node.type === 'BinaryExpression' ||
      (parent?.node.type === 'VariableDeclarator' && parent.node.id.type === 'ObjectPattern');
    if (PAGE.has(name) && !isRead) this.#note('unseen');
  }

  #member(placed: Placed, object: AnyNode, name: string | undefined): void {
    const ofPage = this.#isPage(object, placed);
    if (name === undefined) {
      if (ofPage || (object.type === 'Identifier' && ['document', 'navigator'].includes(object.name))) {
        this.#note('unseen');
      }
      return;
    }
    this.#named(name, ofPage);
    if (name === 'serviceWorker') {
      const { parent } = placed;
      const reads =
        parent?.node.type === 'MemberExpression' &&
        parent.node.object === placed.node &&
        propertyOf(parent.node.property, parent.node.computed) === 'getRegistration';
      this.#note(reads ? 'registration' : 'serviceWorker');
    }
  }

  #named(name: string, ofPage: boolean): void {
    const of = ANYWHERE.get(name) ?? PROPERTIES.get(name) ?? (ofPage ? OF_PAGE.get(name) : undefined);
    if (of) this.#note(of);
    if (ofPage && name === 'Function') this.#note('code');
  }

  /** A property that is taken out of an object, or an attribute of an element. */
  #property(placed: Placed, name: string | undefined): void {
    if (name === undefined) return;
    const { parent } = placed;
    if (parent?.node.type === 'ObjectPattern') {
      const from = parent.parent?.node;
      const source =
        from?.type === 'VariableDeclarator' ? from.init : from?.type === 'AssignmentExpression' ? from.right : null;
      this.#named(name, source ? this.#isPage(source, placed) : false);
      if (name === 'serviceWorker') this.#note('serviceWorker');
    } else if (['dangerouslySetInnerHTML', 'srcDoc', 'srcdoc', 'innerHTML'].includes(name)) this.#note('markup');
  }

  #written(placed: Placed, target: AnyNode): void {
    if (target.type !== 'MemberExpression') {
      if (target.type === 'Identifier' && this.#isGlobalName(target, placed)) this.#note('globals', target.name);
      return;
    }
    const name = propertyOf(target.property, target.computed);
    if (this.#isPage(target.object, placed)) this.#note('globals', name ?? 'computed');
    const { object } = target;
    const isPrototype =
      object.type === 'MemberExpression' && propertyOf(object.property, object.computed) === 'prototype';
    if (isPrototype && object.object.type === 'Identifier' && this.#isGlobalName(object.object, placed)) {
      this.#note('prototypes', `${object.object.name}.${name ?? 'computed'}`);
    }
  }

  #call(placed: Placed, callee: AnyNode, given: readonly AnyNode[]): void {
    const [first, second] = given;
    const text = first ? textOf(first) : undefined;
    if (callee.type === 'Identifier') {
      const isTimer = ['setTimeout', 'setInterval'].includes(callee.name) && this.#isGlobalName(callee, placed);
      if (isTimer && text !== undefined) this.#note('code');
      return;
    }
    if (callee.type !== 'MemberExpression') return;
    const name = propertyOf(callee.property, callee.computed);
    const owner = callee.object.type === 'Identifier' ? callee.object.name : undefined;
    if (name === 'constructor' && text !== undefined) this.#note('code');
    if (owner === 'document' && (name === 'write' || name === 'writeln')) this.#note('markup');
    if (name === 'clear' && this.#isStorage(callee.object)) this.#note('session', 'clear');
    if ((name === 'open' || name === 'deleteDatabase') && text === DATABASE) this.#note('session', DATABASE);
    if (owner !== 'Object' && owner !== 'Reflect') return;
    const ofPage = first !== undefined && this.#isPage(first, placed);
    const named = second ? textOf(second) : undefined;
    if (named === undefined) return;
    if (['get', 'getOwnPropertyDescriptor'].includes(name ?? '')) {
      this.#named(named, ofPage);
      if (named === 'serviceWorker') this.#note('serviceWorker');
    } else if (ofPage && ['defineProperty', 'set'].includes(name ?? '')) this.#note('globals', named);
  }

  #isStorage(node: AnyNode): boolean {
    const name = node.type === 'MemberExpression' ? propertyOf(node.property, node.computed) : nameOf(node);
    return name === 'localStorage' || name === 'sessionStorage';
  }

  #text({ parent }: Placed, text: string | undefined): void {
    // The parts of a sum are looked at as a whole.
    if (text === undefined || (parent && textOf(parent.node) !== undefined)) return;
    if (KEPT_BY_HOST.test(text)) this.#note('session', text);
  }
}

/** What a script does with the page, as far as its text shows. Throws SyntaxError for what is no script. */
export const readUses = (text: string): readonly Use[] => new Reader(readScopes(parseScript(text))).read();
