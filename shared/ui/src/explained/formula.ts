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
  const line = (of: 'label' | 'value') => written(parts.map((part) => (typeof part === 'string' ? part : part[of])));
  return {
    entries: terms.filter(({ label }, place) => terms.findIndex((term) => term.label === label) === place),
    formula: [`${result.label} = ${line('label')}`, `${line('value')} = ${result.value}`],
  };
}
