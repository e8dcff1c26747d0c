/** Fault of a typed percentage. */
export type PercentProblem = 'empty' | 'not_a_number' | 'too_precise' | 'out_of_range';

export type PercentReading =
  | { readonly ok: true; readonly percent: number }
  | { readonly ok: false; readonly problem: PercentProblem };

/**
 * Reads a percentage from 0 to 100 with two decimals at most. Both point and comma are decimal separators, but a comma
 * before three digits, which is one between thousands.
 */
export function readPercent(text: string): PercentReading {
  const typed = text
    .trim()
    .replace(/\s*%$/, '')
    .replace(/,(?=\d{3}(?!\d))/g, '')
    .replace(',', '.');
  if (typed === '') return { ok: false, problem: 'empty' };
  const parts = /^(\d+)(?:\.(\d*))?$/.exec(typed);
  if (!parts) return { ok: false, problem: 'not_a_number' };
  const [, whole = '', decimals = ''] = parts;
  if (decimals.replace(/0+$/, '').length > 2) return { ok: false, problem: 'too_precise' };
  const hundredths = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  if (hundredths > 10_000) return { ok: false, problem: 'out_of_range' };
  return { ok: true, percent: hundredths / 100 };
}
