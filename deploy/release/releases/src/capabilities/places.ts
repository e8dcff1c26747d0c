import type { AnyNode } from 'acorn';
import type { Placed } from './scopes.ts';

/** Whether an expression stands where something is written into it: by a list, an object, a loop, or as a name that is declared. */
export function isTarget({ node, key, parent }: Placed): boolean {
  const around = parent?.node;
  switch (around?.type) {
    case 'Property':
      return parent?.parent?.node.type === 'ObjectPattern' && around.value === node;
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'AssignmentPattern':
      return key === 'left';
    case 'VariableDeclarator':
      return key === 'id';
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    default:
      return key === 'params' || key === 'param';
  }
}

/** Whether only the truth of an expression matters. */
export function isTest({ key, parent }: Placed): boolean {
  return key === 'test' && parent?.node.type !== 'SwitchCase';
}

/** What a pattern takes its properties out of. */
export function sourceOf(pattern: Placed): AnyNode | null | undefined {
  const from = pattern.parent?.node;
  if (from?.type === 'VariableDeclarator') return from.init;
  return from?.type === 'AssignmentExpression' || from?.type === 'AssignmentPattern' ? from.right : null;
}
