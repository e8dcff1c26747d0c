/** The parameters that fit their declaration, and the names of those that do not. */
export type ReadParams = {
  readonly params: Readonly<Record<string, string | number | undefined>>;
  readonly refused: readonly string[];
};

const INTEGER = /^-?\d{1,15}$/;

function paramOf(kind: string, text: string): string | number | undefined {
  if (kind === 'string') return text;
  if (kind === 'number') return INTEGER.test(text) ? Number(text) : undefined;
  return kind.split('|').find((choice) => choice === text);
}

/** Reads a query by a declaration: `{ currency_id: 'number?', side: 'buy|sell?' }`. */
export function readParams(declared: Readonly<Record<string, string>>, query: URLSearchParams): ReadParams {
  const params: Record<string, string | number | undefined> = {};
  const refused: string[] = [];
  for (const [name, declaration] of Object.entries(declared)) {
    const text = query.get(name);
    const value = text === null ? undefined : paramOf(declaration.replace(/\?$/, ''), text);
    params[name] = value;
    if (value === undefined && (text !== null || !declaration.endsWith('?'))) refused.push(name);
  }
  return { params, refused };
}
