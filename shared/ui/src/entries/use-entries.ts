import { useState } from 'react';

/** What is wrong with each field, in the reader's language; null or left out where nothing is. */
export type Faults<V> = { readonly [K in keyof V]?: string | null };

/** To spread on an input. */
export type EntryField<T> = {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly onBlur: () => void;
  /** In the reader's language; null while there is none to show. */
  readonly error: string | null;
};

export type Entries<V> = {
  readonly values: V;
  readonly set: (changes: Partial<V>) => void;
  readonly field: <K extends keyof V>(name: K) => EntryField<V[K]>;
  /** Nothing is wrong, whatever is shown. */
  readonly valid: boolean;
  /** The form was judged since it was entered anew. */
  readonly judged: boolean;
  /** Shows from now on what is wrong, empty fields too, and says whether nothing is. */
  readonly judge: () => boolean;
  /** Back to the start, with no error shown. */
  readonly reset: () => void;
};

/**
 * A form of amounts, whose rules are a function of its entries instead of the schema of a call (`useContractForm`). The
 * error of a field shows once something stands in it, it was left, or the form was judged. The start is read once, and by
 * `reset`.
 */
export function useEntries<V extends object>(
  start: () => V,
  faultsOf: (values: V) => Faults<V> = () => ({}),
): Entries<V> {
  const [values, setValues] = useState(start);
  const [judged, setJudged] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set());
  const faults = faultsOf(values);
  const valid = Object.values(faults).every((fault) => fault === null || fault === undefined);
  const set = (changes: Partial<V>) => setValues((before) => ({ ...before, ...changes }));
  return {
    values,
    set,
    field: (name) => ({
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<V>),
      onBlur: () => setLeft((before) => new Set(before).add(name)),
      error: judged || left.has(name) || values[name] !== '' ? (faults[name] ?? null) : null,
    }),
    valid,
    judged,
    judge() {
      setJudged(true);
      return valid;
    },
    reset() {
      setJudged(false);
      setLeft(new Set());
      setValues(start());
    },
  };
}
