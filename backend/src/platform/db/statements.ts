import type { Statement } from './joint-query.ts';
import { textOf } from './values.ts';

/** Runs after which a statement gets a name: what runs at the start only stays unprepared. */
const HOT_AFTER = 8;
/** Names at most; each is a plan of some ten kB in the memory of every connection. */
const MOST_NAMED = 300;
/** Texts that are counted at most: texts built from data are not prepared, and must not fill the memory. */
const MOST_COUNTED = 2_000;

/** A prepared statement that does not fit the tables any more, as after another node migrated. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '0A000' &&
  error.message.includes('cached plan must not change result type');

/**
 * Names for statements that run often, so that PostgreSQL parses and plans them once per connection. For short ones
 * planning takes longer than executing.
 */
export function preparedStatements() {
  const runs = new Map<string, number>();
  const names = new Map<string, string>();
  /** Part of every name: statements of an earlier generation are never executed again. */
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const name = names.get(text);
    if (name !== undefined || names.size >= MOST_NAMED) return name;
    const count = (runs.get(text) ?? 0) + 1;
    if (count < HOT_AFTER) {
      if (runs.size < MOST_COUNTED || runs.has(text)) runs.set(text, count);
      return undefined;
    }
    runs.delete(text);
    const given = `s${generation}_${names.size}`;
    names.set(text, given);
    return given;
  }

  return {
    prepare(text: string, values: readonly unknown[] = []): Statement {
      // Several statements in one text cannot be prepared, and have no values.
      const name = text.includes(';') ? undefined : nameOf(text);
      return { text, values: values.map(textOf), ...(name !== undefined && { name }) };
    },
    /** Prepares everything anew. */
    forget() {
      generation += 1;
      names.clear();
    },
  };
}

export type PreparedStatements = ReturnType<typeof preparedStatements>;
