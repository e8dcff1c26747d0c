/** `exports` of one of our packages: in the repository the source of each entry point, where it is installed both of its files. */
export type Exports = Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;

/** The module of an entry point; undefined for texts and style sheets. */
export function sourceIn(target: Exports[string]): string | undefined {
  const source = typeof target === 'string' ? target : target.default;
  return /\.(?:tsx?|js)$/.test(source) ? source : undefined;
}
