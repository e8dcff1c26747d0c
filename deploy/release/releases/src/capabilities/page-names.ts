import type { AnyNode } from 'acorn';
import { nameOf } from '../syntax.ts';

/** Names of the page itself, and of pages that it can send somewhere. */
export const PAGE: ReadonlySet<string> = new Set(['window', 'self', 'globalThis', 'top', 'parent', 'frames', 'opener']);

/** Parts of a text that are added up; more are no name of anything. */
const PARTS = 20;

/** A text that stands in the script, in one piece or several; undefined for what is computed. */
export function textOf(node: AnyNode, parts = PARTS): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  if (node.type !== 'BinaryExpression' || node.operator !== '+' || parts === 0) return undefined;
  const [left, right] = [textOf(node.left, parts - 1), textOf(node.right, 0)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** How the global begins by which the chunks of a build find each other; the rest is the address of the build. */
export const CHUNKS = 'chunks ';

/** The first two pieces of a sum of texts or a template, each a text or what is computed. */
export function firstParts(node: AnyNode): readonly (AnyNode | string | undefined)[] {
  let [first, second]: (AnyNode | undefined)[] = [node];
  while (first?.type === 'BinaryExpression') [first, second] = [first.left, first.right];
  if (first?.type !== 'TemplateLiteral') return [first, second];
  const [text, next] = first.quasis.map(({ value }) => value.cooked ?? '');
  return text ? [text] : [first.expressions[0], next];
}

/** What a sum of texts or a template begins with. */
export function beginsWith(node: AnyNode): string | undefined {
  const [first] = firstParts(node);
  return typeof first === 'object' ? textOf(first) : first;
}

/** The name of the property that a member expression or a key names. */
export function propertyOf(node: AnyNode, computed: boolean): string | undefined {
  if (!computed) return nameOf(node);
  return textOf(node) ?? (beginsWith(node) === CHUNKS ? CHUNKS : undefined);
}
