import type { AnyNode } from 'acorn';
import type { Use } from './capabilities.ts';
import { beginsWith, firstParts, propertyOf, textOf } from './page-names.ts';
import type { PageParts } from './page-parts.ts';

/** Whatever is not below it is of another origin. */
const OWN = 'https://own.invalid';

/** A text after which no other origin can follow: a path, a query, a fragment. */
const STAYS = /^(?:[?#]|\/[\w.-])/;

/** What follows an origin to stay on it. */
const FOLLOWS = /^[/?#]/;

/** Constants that stand for constants. */
const DEEPEST = 8;

/** The page is led away, or may be. */
export const leaves = (how: string): Use => ({ of: 'leaving', name: how });

/** The script makes or presses what a user would. */
export const presses = (how: string): Use => ({ of: 'pressing', name: how });

/** The page or a user is led somewhere, which is for operators to know. */
export const leads = (where: string): Use => ({ of: 'navigation', name: where });

/** Words that states and messages use too, or whose values may be functions: only a text in their place is an address. */
const COMMON_WORDS = new Set(['action', 'formAction']);

/** Where addresses lead that a script writes. */
export class Targets {
  readonly #parts: PageParts;

  constructor(parts: PageParts) {
    this.#parts = parts;
  }

  /** `own`, the origin of another, or undefined where the text does not show it. */
  of(node: AnyNode, depth = DEEPEST): string | undefined {
    const either = (nodes: readonly AnyNode[]) => {
      const targets = nodes.map((each) => this.of(each, depth - 1));
      return targets.includes(undefined) ? undefined : (targets.find((target) => target !== 'own') ?? 'own');
    };
    if (depth === 0) return undefined;
    if (node.type === 'ConditionalExpression') return either([node.consequent, node.alternate]);
    if (node.type === 'LogicalExpression') return either([node.left, node.right]);
    if (node.type === 'Identifier') {
      const constant = this.#parts.constant(node);
      if (constant) return this.of(constant, depth - 1);
    }
    const text = textOf(node);
    if (text === undefined) return this.#stays(node) ? 'own' : undefined;
    if (!URL.canParse(text, OWN)) return text;
    const { origin, protocol } = new URL(text, OWN);
    if (origin === OWN) return 'own';
    return origin === 'null' ? protocol : origin;
  }

  /** Whether the beginning of what is computed leaves no room for another origin. */
  #stays(node: AnyNode): boolean {
    if (STAYS.test(beginsWith(node) ?? '')) return true;
    const [first, second] = firstParts(node);
    if (typeof first !== 'object') return false;
    const after = typeof second === 'object' ? beginsWith(second) : second;
    return this.#isOf(first, 'href') || (this.#isOf(first, 'origin') && FOLLOWS.test(after ?? ''));
  }

  /** A property of the page's own address. */
  #isOf(node: AnyNode, name: string): boolean {
    if (node.type !== 'MemberExpression' || propertyOf(node.property, node.computed) !== name) return false;
    return this.#parts.is(node.object, 'address');
  }

  /** The script sends the page to an address. */
  sent(how: string, address: AnyNode | undefined): Use {
    const target = address ? this.of(address) : undefined;
    if (target === 'own') return leads('its own origin');
    return leaves(target === undefined ? how : `${how} ${target}`);
  }

  /** A script gives an element an address itself. */
  given(name: string, address: AnyNode): readonly Use[] {
    return this.#addressed(name, address, (target) => presses(`${name} ${target}`));
  }

  /** React makes an element with an address, which a user may press. */
  linked(name: string, address: AnyNode): readonly Use[] {
    return this.#addressed(name, address, leads);
  }

  #addressed(name: string, address: AnyNode, foreign: (target: string) => Use): readonly Use[] {
    const target = this.of(address);
    if (target === 'own') return [];
    if (target !== undefined) return [foreign(target)];
    return COMMON_WORDS.has(name) ? [] : [leads(`a computed ${name}`)];
  }
}
