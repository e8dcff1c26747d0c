import type { KeyValueItem } from '../key-value/KeyValue.tsx';

/** A named figure: "Rate", "0.1%". */
export type FormulaTerm = { readonly label: string; readonly value: string };

export type Formula = { readonly entries: readonly KeyValueItem[]; readonly formula: readonly [string, string] };

/** Operators stand apart from what they join, brackets do not. */
const written = (parts: readonly string[]): string => parts.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');

/**
 * The explanation of a figure that follows from named terms. `parts` are the terms with the signs between them:
 * `formulaOf(fee, [value, '×', rate])` lists both terms, and writes the formula by their names, then by their figures.
 */
export function formulaOf(result: FormulaTerm, parts: readonly (FormulaTerm | string)[]): Formula {
  const terms = parts.filter((part) => typeof part !== 'string');
  const names = parts.map((part) => (typeof part === 'string' ? part : part.label));
  // 61 + (-20.4): a sign does not follow a sign.
  const figures = parts.map((part, place) => {
    if (typeof part === 'string') return part;
    return place > 0 && part.value.startsWith('-') ? `(${part.value})` : part.value;
  });
  return {
    entries: terms.filter(({ label }, place) => terms.findIndex((term) => term.label === label) === place),
    formula: [`${result.label} = ${written(names)}`, `${written(figures)} = ${result.value}`],
  };
}
