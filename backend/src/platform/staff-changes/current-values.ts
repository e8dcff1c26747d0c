import type { CurrentValues } from '@tessera/api/kit';

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One text for a value, so that what was read and what was sent compare. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * What `output` of the reading call has in the place that `input` names: the fields of the whole, and over them those of
 * each step and those with another name. Null where there is no such entry.
 */
export function currentValues(current: CurrentValues, input: object, output: unknown): Values | null {
  let place = output;
  let found: Values = isValues(output) ? output : {};
  for (const { list, by } of current.at) {
    const at: unknown = isValues(place) ? place[list] : undefined;
    place = Array.isArray(at)
      ? at.find((entry: unknown) => {
          if (!isValues(entry)) return false;
          return Object.entries(by).every(([given, field]) => {
            const wanted: unknown = Reflect.get(input, given);
            return wanted !== undefined && textOf(entry[field]) === textOf(wanted);
          });
        })
      : at;
    if (!isValues(place)) return null;
    found = { ...found, ...place };
  }
  const renamed = Object.entries(current.as ?? {}).map(([name, path]) => [
    name,
    path.split('.').reduce<unknown>((at, field) => (isValues(at) ? at[field] : undefined), found),
  ]);
  return { ...found, ...Object.fromEntries(renamed) };
}
