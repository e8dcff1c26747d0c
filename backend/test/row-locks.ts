// Runs before every test file: notes transactions that lock a user's row in a weak form and then in a stronger one.
import pg from 'pg';
import { afterAll } from 'vitest';

/*
 * Two transactions that both hold a user's row FOR SHARE and both want it FOR NO KEY UPDATE wait for each other, until
 * PostgreSQL ends one of them a second later: parallel calls of one user hold up all that wants that row.
 */

const LOCKS =
  /\buser_account\b[\s\S]*?\bid = (?:any\()?\$(\d+)[\s\S]*?\bfor (share|no key update|update)\b(?:\s+of\s+(\w+))?/;
const CHANGES = /^\s*update user_account\b[\s\S]*?\bwhere (?:\w+\.)?id = \$(\d+)/;
const ALIASES = new Set([undefined, 'u', 'user_account']);

export type RowLock = { readonly parameter: number; readonly weak: boolean };

/** How a statement locks the users whose ids are in a parameter; null where it does not. */
export function rowLockOf(text: string): RowLock | null {
  const locks = LOCKS.exec(text);
  if (locks && ALIASES.has(locks[3])) return { parameter: Number(locks[1]), weak: locks[2] === 'share' };
  const changes = CHANGES.exec(text);
  return changes && { parameter: Number(changes[1]), weak: false };
}

/** The users of one transaction whose rows are locked, and those of them that are locked in the weak form alone. */
type Held = { readonly weak: Set<string>; readonly strong: Set<string> };

/** Follows the statements of one connection. Returns the users whose lock a statement raises. */
export function followLocks(): (text: string, values?: readonly unknown[]) => readonly string[] {
  let held: Held | null = null;
  return (text, values = []) => {
    if (text === 'begin') held = { weak: new Set(), strong: new Set() };
    if (text === 'commit' || text === 'rollback') held = null;
    const lock = held && text.includes('user_account') ? rowLockOf(text) : null;
    if (!held || !lock) return [];
    const { weak, strong } = held;
    const users = [values[lock.parameter - 1]].flat().map(String);
    if (lock.weak) for (const id of users) if (!strong.has(id)) weak.add(id);
    if (lock.weak) return [];
    for (const id of users) strong.add(id);
    return users.filter((id) => weak.delete(id));
  };
}

declare global {
  /** Of the worker: test files share its modules, and each runs this file. */
  var raisedLocks: Set<string> | undefined;
}

if (globalThis.raisedLocks === undefined) {
  globalThis.raisedLocks = new Set();
  const raised = globalThis.raisedLocks;
  const followers = new WeakMap<object, ReturnType<typeof followLocks>>();
  const query: (...values: unknown[]) => unknown = pg.Client.prototype.query;
  Object.defineProperty(pg.Client.prototype, 'query', {
    configurable: true,
    writable: true,
    value(this: object, ...given: unknown[]) {
      const [asked, separate] = given;
      const { text = '', values } = (typeof asked === 'string' ? { text: asked, values: separate } : asked) as {
        readonly text?: string;
        readonly values?: unknown;
      };
      const follow = followers.get(this) ?? followLocks();
      followers.set(this, follow);
      if (follow(text, Array.isArray(values) ? values : []).length > 0) {
        raised.add(new Error(text.trim().slice(0, 200)).stack ?? text);
      }
      return Reflect.apply(query, this, given);
    },
  });
}

afterAll(() => {
  const raised = [...(globalThis.raisedLocks ?? [])];
  globalThis.raisedLocks?.clear();
  if (raised.length > 0) {
    throw new Error(`a user's row is locked FOR SHARE, and then in a stronger form:\n${raised.join('\n')}`);
  }
});
