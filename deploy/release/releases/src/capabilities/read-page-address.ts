import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import { leads, leaves, type Targets } from './address-target.ts';
import type { Use } from './capabilities.ts';
import { propertyOf, textOf } from './page-names.ts';
import type { PageParts } from './page-parts.ts';
import { isTarget, isTest, sourceOf } from './places.ts';
import type { Placed } from './scopes.ts';

/** Methods of an address that lead elsewhere, or hand it on. */
const LEADING = new Set(['assign', 'replace', 'valueOf']);
/** Parts of an address that lead to another origin when they are written; the others stay on it. */
const PARTS_OUT = new Set(['href', 'protocol', 'host', 'hostname', 'port']);
/** What takes an address and reads it only. */
const READERS = new Set(['URL', 'String']);
/** What makes a text or a truth of an address. */
const READINGS = new Set(['BinaryExpression', 'UnaryExpression', 'ExpressionStatement']);
/** Properties of the page that lead elsewhere. */
const WAYS = ['location', 'open', 'navigation'];
/** Properties of events that may be the page or its document. */
const OF_EVENTS = new Set(['view', 'target', 'currentTarget']);
/** Functions of `Object` and `Reflect` that write a property, or take one out. */
const REACHING = new Set(['set', 'defineProperty', 'getOwnPropertyDescriptor', 'get']);
const COPYING = new Set(['assign', 'defineProperties']);

/** What a script does with the address of the page, `open` and `navigation`. */
export class PageAddress {
  readonly #parts: PageParts;
  readonly #targets: Targets;

  constructor(parts: PageParts, targets: Targets) {
    this.#parts = parts;
    this.#targets = targets;
  }

  read(placed: Placed): readonly Use[] {
    const { node } = placed;
    switch (node.type) {
      case 'Identifier':
        return this.#name(placed, node.name);
      case 'MemberExpression':
        return this.#member(placed, node);
      case 'AssignmentExpression':
        return this.#written(node.left, node.right);
      case 'Property':
        return this.#taken(placed, propertyOf(node.key, node.computed), node.value);
      case 'CallExpression':
        return this.#reached(placed, node);
      default:
        return [];
    }
  }

  #name(placed: Placed, name: string): readonly Use[] {
    const { node, key } = placed;
    if (key === 'key') return [];
    const isGlobal = this.#parts.isGlobalName(node);
    // A variable that is written holds something else from then on.
    if (this.#parts.is(node, 'address') && (isGlobal || !isTarget(placed))) return this.#address(placed);
    if (!isGlobal) return [];
    if (name === 'open') return this.#opening(placed);
    return name === 'navigation' ? this.#navigating(placed) : [];
  }

  #member(placed: Placed, node: MemberExpression): readonly Use[] {
    const name = propertyOf(node.property, node.computed);
    if (name === 'pushState' || name === 'replaceState') return [leads('history')];
    if (name === 'location') return this.#parts.is(node, 'address') ? this.#address(placed) : this.#other(placed);
    const ofPage = (name === 'open' || name === 'navigation') && this.#parts.is(node.object, 'page');
    if (name === 'navigation' && ofPage) return this.#navigating(placed);
    if (name !== 'open') return [];
    const call = placed.parent?.node;
    // With three values the document opens a window, with fewer it begins anew.
    const isWindow = call?.type !== 'CallExpression' || call.arguments.length > 2;
    return ofPage || (isWindow && this.#parts.is(node.object, 'document')) ? this.#opening(placed) : [];
  }

  /** The `location` of something that the text does not show to be the page: what is done with it does. */
  #other({ node, parent }: Placed): readonly Use[] {
    const around = parent?.node;
    if (around?.type !== 'MemberExpression' || around.object !== node) return [];
    const name = propertyOf(around.property, around.computed);
    const call = parent?.parent?.node;
    if (call?.type === 'AssignmentExpression' && call.left === around && name === 'href') {
      return [this.#targets.sent('location.href', call.right)];
    }
    if (call?.type !== 'CallExpression' || call.callee !== around) return [];
    // A text is replaced by two values.
    const isSent = (name === 'assign' || name === 'replace') && call.arguments.length === 1;
    return isSent ? [this.#targets.sent(`location.${name}`, call.arguments[0])] : [];
  }

  /** The page's address: it is read, written, put into a variable, or handed to where its use is not seen. */
  #address(placed: Placed): readonly Use[] {
    const { node, key, parent } = placed;
    const around = parent?.node;
    if (!around || READINGS.has(around.type) || isTest(placed)) return [];
    switch (around.type) {
      case 'MemberExpression':
        return key === 'object' ? this.#ofAddress(around, parent) : [];
      case 'ChainExpression':
      case 'ConditionalExpression':
        return this.#address(parent);
      case 'LogicalExpression':
        return around.operator === '&&' && key === 'left' ? [] : this.#address(parent);
      case 'SequenceExpression':
        return around.expressions.at(-1) === node ? this.#address(parent) : [];
      case 'AssignmentExpression':
        // What is written is looked at there.
        if (key === 'left') return [];
        return around.operator === '=' && this.#keeps(around.left) ? this.#address(parent) : [leaves('location')];
      case 'VariableDeclarator':
      case 'AssignmentPattern':
        return this.#keeps(around.type === 'VariableDeclarator' ? around.id : around.left) ? [] : [leaves('location')];
      case 'TemplateLiteral':
        return parent.parent?.node.type === 'TaggedTemplateExpression' ? [leaves('location')] : [];
      case 'NewExpression':
      case 'CallExpression': {
        const { callee } = around;
        const reads = callee.type === 'Identifier' && READERS.has(callee.name) && this.#parts.isGlobalName(callee);
        return reads && key === 'arguments' ? [] : [leaves('location')];
      }
      default:
        return [leaves('location')];
    }
  }

  /** Whether what is put there is seen further on: a variable, or the parts of an address that lead nowhere. */
  #keeps(target: AnyNode): boolean {
    if (target.type === 'Identifier') return !this.#parts.isGlobalName(target);
    if (target.type !== 'ObjectPattern') return false;
    const taken = target.properties.map((each) =>
      each.type === 'Property' ? propertyOf(each.key, each.computed) : undefined,
    );
    return taken.every((each) => each !== undefined && !LEADING.has(each));
  }

  #ofAddress(member: MemberExpression, placed: Placed): readonly Use[] {
    const name = propertyOf(member.property, member.computed);
    if (name === undefined) return [leaves('location[…]')];
    if (PARTS_OUT.has(name) && isTarget(placed)) return [leaves(`location.${name}`)];
    if (!LEADING.has(name)) return [];
    const call = placed.parent?.node;
    const isCalled = call?.type === 'CallExpression' && call.callee === member && name !== 'valueOf';
    return [isCalled ? this.#targets.sent(`location.${name}`, call.arguments[0]) : leaves(`location.${name}`)];
  }

  #opening({ node, parent }: Placed): readonly Use[] {
    const around = parent?.node;
    if (around?.type === 'UnaryExpression') return [];
    const isCalled = around?.type === 'CallExpression' && around.callee === node;
    // A page that is opened empty is sent on later.
    const address = isCalled ? around.arguments[0] : undefined;
    return [address && textOf(address) !== '' ? this.#targets.sent('open', address) : leaves('open')];
  }

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-interface */
  #navigating(placed: Placed): readonly Use[] {
    const { node, parent } = placed;
    const around = parent?.node;
    if (!around || READINGS.has(around.type) || isTest(placed)) return [];
    if (around.type === 'ChainExpression') return this.#navigating(parent);
    if (around.type !== 'MemberExpression' || around.object !== node) return [leaves('navigation')];
    const name = propertyOf(around.property, around.computed);
    if (name !== undefined && name !== 'navigate') return [];
    const call = parent.parent?.node;
    const isCalled = name !== undefined && call?.type === 'CallExpression' && call.callee === around;
    return [isCalled ? this.#targets.sent('navigation.navigate', call.arguments[0]) : leaves('navigation.navigate')];
  }

  #written(target: AnyNode, value: AnyNode): readonly Use[] {
    const isMember = target.type === 'MemberExpression';
    if ((isMember || this.#parts.isGlobalName(target)) && this.#parts.is(target, 'address')) {
      return [this.#targets.sent('location', value)];
    }
    if (!isMember) return [];
    const name = propertyOf(target.property, target.computed);
    if (name === undefined) return [];
    if (!this.#parts.is(target.object, 'address'))
      return name === 'location' ? this.#writtenElsewhere(target, value) : [];
    if (name === 'href') return [this.#targets.sent('location.href', value)];
    // A host is no address: no text of it is of the own origin.
    return [PARTS_OUT.has(name) ? leaves(`location.${name}`) : leads('its own origin')];
  }

  /** A property `location` is written of something that the text does not show to be the page. */
  #writtenElsewhere({ object }: MemberExpression, value: AnyNode): readonly Use[] {
    const name = object.type === 'MemberExpression' ? propertyOf(object.property, object.computed) : undefined;
    return name !== undefined && OF_EVENTS.has(name)
      ? [this.#targets.sent('location', value)]
      : this.#targets.given('location', value);
  }

  #hasWays(node: AnyNode): boolean {
    return this.#parts.is(node, 'page') || this.#parts.is(node, 'document');
  }

  /** What is taken out of page and document by a pattern. */
  #taken({ parent }: Placed, name: string | undefined, value: AnyNode): readonly Use[] {
    if (parent?.node.type !== 'ObjectPattern' || name === undefined || !WAYS.includes(name)) return [];
    const source = sourceOf(parent);
    if (!source || !this.#hasWays(source)) return [];
    const target = value.type === 'AssignmentPattern' ? value.left : value;
    return name === 'location' && this.#keeps(target) ? [] : [leaves(name)];
  }

  /** What is written or taken by functions of `Object` and `Reflect`. */
  #reached(placed: Placed, { callee, arguments: [first, second] }: CallExpression): readonly Use[] {
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || !first || !second) return [];
    if (callee.object.name !== 'Object' && callee.object.name !== 'Reflect') return [];
    if (!this.#hasWays(first)) return [];
    const how = propertyOf(callee.property, callee.computed) ?? '';
    const name = textOf(second);
    if (REACHING.has(how) && name !== undefined && WAYS.includes(name)) {
      return how === 'get' && name === 'location' ? this.#address(placed) : [leaves(name)];
    }
    if (!COPYING.has(how) || second.type !== 'ObjectExpression') return [];
    const names = second.properties.map((each) =>
      each.type === 'Property' ? propertyOf(each.key, each.computed) : undefined,
    );
    return names.includes('location') ? [leaves('location')] : [];
  }
}
