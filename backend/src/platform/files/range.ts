/** Bytes `first` to `last`, both included. */
export type Range = { readonly first: number; readonly last: number };

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.2): null for the whole, as for several parts and
 * for what cannot be read; `unsatisfiable` where none of it is there.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const last = Number(to);
    return last === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - last), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
