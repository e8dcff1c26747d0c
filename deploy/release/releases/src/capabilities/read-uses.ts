import { hash } from 'node:crypto';
import type { AnyNode } from 'acorn';
import { nameOf, parseScript } from '../syntax.ts';
import type { Use } from './capabilities.ts';
import { PAGE, propertyOf, textOf } from './page-names.ts';
import { PageParts } from './page-parts.ts';
import { readWaysOut } from './read-ways-out.ts';
import { type Placed, type Program, readScopes } from './scopes.ts';

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
    // https://react.dev/reference/react-dom/prefetchDNS: the name that is looked up carries out what it is made of.
    prefetchDNS: 'peer',
    preconnect: 'peer',
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

/** Kinds of links by which a browser looks up another host, whatever the content policy says, also beside other kinds. */
const HINT = /^(?:[a-z-]+\s+)?(dns-prefetch|preconnect)(?:\s+[a-z-]+)?$/i;

/** What the host keeps in storage, and its database. */
const KEPT_BY_HOST = /^(?:tessera\.)?host\.[a-z-]+$/;
const DATABASE = 'tessera';

class Reader {
  readonly #program: Program;
  readonly #parts: PageParts;
  readonly uses: Use[] = [];

  constructor(program: Program, parts: PageParts) {
    this.#program = program;
    this.#parts = parts;
  }

  read(): readonly Use[] {
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
        this.#written(node.left);
        break;
      case 'UpdateExpression':
        this.#written(node.argument);
        break;
      case 'ImportExpression':
        this.#note('import', textOf(node.source));
        break;
      case 'CallExpression':
        this.#call(node.callee, node.arguments);
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
    const ofPage = this.#parts.is(object, 'page');
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
      this.#named(name, source ? this.#parts.is(source, 'page') : false);
      if (name === 'serviceWorker') this.#note('serviceWorker');
    } else if (['dangerouslySetInnerHTML', 'srcDoc', 'srcdoc', 'innerHTML'].includes(name)) this.#note('markup');
  }

  #written(target: AnyNode): void {
    if (target.type !== 'MemberExpression') {
      if (target.type === 'Identifier' && this.#parts.isGlobalName(target)) this.#note('globals', target.name);
      return;
    }
    const name = propertyOf(target.property, target.computed);
    if (this.#parts.is(target.object, 'page')) this.#note('globals', name ?? 'computed');
    const { object } = target;
    const isPrototype =
      object.type === 'MemberExpression' && propertyOf(object.property, object.computed) === 'prototype';
    if (isPrototype && object.object.type === 'Identifier' && this.#parts.isGlobalName(object.object)) {
      this.#note('prototypes', `${object.object.name}.${name ?? 'computed'}`);
    }
  }

  #call(callee: AnyNode, given: readonly AnyNode[]): void {
    const [first, second] = given;
    const text = first ? textOf(first) : undefined;
    if (callee.type === 'Identifier') {
      const isTimer = ['setTimeout', 'setInterval'].includes(callee.name) && this.#parts.isGlobalName(callee);
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
    const ofPage = first !== undefined && this.#parts.is(first, 'page');
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
    const hint = HINT.exec(text)?.[1]?.toLowerCase();
    if (hint) this.#note('peer', hint);
  }
}

function readAnew(text: string): readonly Use[] {
  try {
    const program = readScopes(parseScript(text));
    const parts = new PageParts(program);
    return [...new Reader(program, parts).read(), ...readWaysOut(program, parts)];
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('it is nested too deeply', { cause: error });
    throw error;
  }
}

/** Uses by the hash of a script, the oldest first: versions of a remote have most of their scripts in common. */
const known = new Map<string, readonly Use[]>();
const MOST_KNOWN = 2_000;

/** What a script does with the page, as far as its text shows. Throws SyntaxError for what is no script. */
export function readUses(text: string): readonly Use[] {
  const key = hash('sha256', text);
  const before = known.get(key);
  if (before) return before;
  const uses = readAnew(text);
  const [oldest] = known.keys();
  if (known.size === MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(key, uses);
  return uses;
}
