import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { presses, type Targets } from './address-target.ts';
import type { Use } from './capabilities.ts';
import { propertyOf, textOf } from './page-names.ts';
import type { PageParts } from './page-parts.ts';
import { isTest } from './places.ts';
import type { Placed } from './scopes.ts';

/** Elements that are made to be followed, or to send the page on. React makes those that a user presses. */
const LEADING_ELEMENTS = new Set(['a', 'area', 'base', 'form', 'meta']);
/** Attributes and properties of elements with an address. */
const ADDRESSES = new Set(['href', 'xlink:href', 'xlinkHref', 'action', 'formaction', 'formAction']);
/** Events by which a script presses an element: https://dom.spec.whatwg.org/#concept-event-dispatch */
const PRESSES = /^(?:Mouse|Pointer|Wheel|Drag)Event$/;

const UNSEEN: Use = { of: 'unseen' };

/** The name of the method that is called. */
function methodOf({ callee }: CallExpression): string | undefined {
  return callee.type === 'MemberExpression' ? propertyOf(callee.property, callee.computed) : undefined;
}

/** Methods and properties that give an element of the page, or what a component keeps of one. */
const GIVES_ELEMENT =
  /^(?:create|get)Element(?:NS|ById)?$|^(?:querySelector|closest|cloneNode|(?:current|related)?[tT]arget|current|activeElement|(?:first|last|next|previous)(?:Element)?(?:Child|Sibling)|parent(?:Node|Element))$/;

/** Whether an expression gives an element, as far as its last word says. */
function givesElement(node: AnyNode | null | undefined): boolean {
  if (!node) return false;
  if (node.type === 'ChainExpression') return givesElement(node.expression);
  if (node.type === 'CallExpression') return GIVES_ELEMENT.test(methodOf(node) ?? '');
  return node.type === 'MemberExpression' && GIVES_ELEMENT.test(propertyOf(node.property, node.computed) ?? '');
}

/** The variable that holds an element. */
function elementIn(node: AnyNode): string | undefined {
  if (node.type === 'VariableDeclarator')
    return node.id.type === 'Identifier' && givesElement(node.init) ? node.id.name : undefined;
  if (node.type !== 'AssignmentExpression') return undefined;
  return node.left.type === 'Identifier' && givesElement(node.right) ? node.left.name : undefined;
}

/** The variable that holds an element `link`, as the loader of a build makes them of style sheets. */
function styleIn(node: AnyNode): string | undefined {
  const [name, value] =
    node.type === 'AssignmentExpression'
      ? [node.left, node.right]
      : node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : [];
  if (name?.type !== 'Identifier' || value?.type !== 'CallExpression') return undefined;
  const [tag] = value.arguments;
  return methodOf(value) === 'createElement' && tag && textOf(tag) === 'link' ? name.name : undefined;
}

/** Links and forms of a script: those that it makes and presses itself, and those that a user may press. */
export class Links {
  readonly #parts: PageParts;
  readonly #targets: Targets;
  readonly #styles: ReadonlySet<string | undefined>;
  readonly #elements: ReadonlySet<string | undefined>;

  constructor(parts: PageParts, targets: Targets, nodes: readonly Placed[]) {
    this.#parts = parts;
    this.#targets = targets;
    this.#styles = new Set(nodes.map(({ node }) => styleIn(node)));
    this.#elements = new Set(nodes.map(({ node }) => elementIn(node)));
  }

  read(placed: Placed): readonly Use[] {
    const { node } = placed;
    switch (node.type) {
      case 'Identifier':
        return PRESSES.test(node.name) && this.#parts.isGlobalName(node) ? this.#handedOn(placed) : [];
      case 'MemberExpression': {
        const name = propertyOf(node.property, node.computed);
        if (name === undefined) return this.#isElement(node.object) ? [UNSEEN] : [];
        if (this.#isPress(placed, name)) return [presses('click()')];
        return PRESSES.test(name) && this.#parts.is(node.object, 'page') ? this.#handedOn(placed) : [];
      }
      case 'AssignmentExpression':
        return this.#written(node.left, node.right);
      case 'Property':
        return this.#property(placed, propertyOf(node.key, node.computed), node.value);
      case 'CallExpression':
        return this.#call(node);
      case 'NewExpression':
        return this.#made(node);
      default:
        return [];
    }
  }

  #made({ callee, arguments: [type] }: NewExpression): readonly Use[] {
    const name = callee.type === 'MemberExpression' ? propertyOf(callee.property, callee.computed) : undefined;
    const made = callee.type === 'Identifier' ? callee.name : name;
    const isClick = !type || ['click', undefined].includes(textOf(type));
    return PRESSES.test(made ?? '') && isClick ? [presses('a made event')] : [];
  }

  /** The class of such events, where it is more than looked at. */
  #handedOn(placed: Placed): readonly Use[] {
    const { key, parent } = placed;
    const isPut = ['init', 'right', 'arguments', 'superClass', 'elements', 'value'].includes(key);
    return isPut && !isTest(placed) && parent?.node.type !== 'BinaryExpression' ? [presses('a made event')] : [];
  }

  /** The method of elements, called or handed on. */
  #isPress({ node, parent }: Placed, name: string): boolean {
    const around = parent?.node;
    return name === 'click' && !(around?.type === 'AssignmentExpression' && around.left === node);
  }

  #written(target: AnyNode, value: AnyNode): readonly Use[] {
    if (target.type !== 'MemberExpression') return [];
    const name = propertyOf(target.property, target.computed);
    if (name === 'httpEquiv') return [presses('http-equiv')];
    if (name === undefined || !ADDRESSES.has(name)) return [];
    const isStyle = target.object.type === 'Identifier' && this.#styles.has(target.object.name);
    return this.#targets.given(name, value).filter(({ of }) => !isStyle || of === 'pressing');
  }

  #property({ parent }: Placed, name: string | undefined, value: AnyNode): readonly Use[] {
    if (name === undefined) return [];
    if (parent?.node.type === 'ObjectPattern') return name === 'click' ? [presses('click()')] : [];
    if (name === 'httpEquiv' || name === 'http-equiv') return [presses('http-equiv')];
    const isProps = parent?.parent?.node.type === 'CallExpression' && parent.key === 'arguments';
    return isProps && ADDRESSES.has(name) ? this.#targets.linked(name, value) : [];
  }

  #isElement(node: AnyNode): boolean {
    return node.type === 'Identifier' ? this.#elements.has(node.name) : givesElement(node);
  }

  /** What is taken out of an object, or written into it, by a function of `Object` or `Reflect`. */
  #reached(how: string | undefined, [object, key, value]: readonly AnyNode[]): readonly Use[] {
    if (!object || !key) return [];
    const name = textOf(key);
    if (how === 'get' || how === 'getOwnPropertyDescriptor') {
      if (name === undefined) return how === 'get' || this.#isElement(object) ? [UNSEEN] : [];
      return name === 'click' ? [presses('click()')] : [];
    }
    if (how !== 'set') return [];
    if (name === undefined) return [UNSEEN];
    if (name === 'httpEquiv') return [presses('http-equiv')];
    return value && ADDRESSES.has(name) ? this.#targets.given(name, value) : [];
  }

  #call(node: CallExpression): readonly Use[] {
    const name = methodOf(node);
    const [first, second, third] = node.arguments;
    if (node.callee.type === 'MemberExpression' && node.callee.object.type === 'Identifier') {
      const { name: owner } = node.callee.object;
      if (owner === 'Reflect' || owner === 'Object') return this.#reached(name, node.arguments);
    }
    if (name === 'createEvent') return [presses('a made event')];
    if (name === 'createElement' || name === 'createElementNS') {
      const tag = name === 'createElement' ? first : second;
      const text = tag ? textOf(tag)?.toLowerCase() : undefined;
      return text !== undefined && LEADING_ELEMENTS.has(text) && this.#isOfDocument(node) ? [presses(`<${text}>`)] : [];
    }
    if (name !== 'setAttribute' && name !== 'setAttributeNS') return [];
    const [attribute, value] = name === 'setAttribute' ? [first, second] : [second, third];
    const text = attribute ? textOf(attribute)?.toLowerCase() : undefined;
    if (text === 'http-equiv') return [presses('http-equiv')];
    return text !== undefined && value && ADDRESSES.has(text) ? this.#targets.given(text, value) : [];
  }

  /** React has a `createElement` too, which has properties as its second argument, or null. */
  #isOfDocument({ callee, arguments: { length } }: CallExpression): boolean {
    return length === 1 || (callee.type === 'MemberExpression' && this.#parts.is(callee.object, 'document'));
  }
}
