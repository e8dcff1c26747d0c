/*
 * Values of settings in the environment. One that is blank counts as not set.
 */

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; the message names it. */
export class SettingError extends Error {
  override name = 'SettingError';
}

export function whole(environment: Environment, name: string, otherwise: number, max: number, min = 0): number {
  const raw = environment[name];
  if (raw === undefined || raw === '') return otherwise;
  const value = Number(raw);
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new SettingError(`${name}=${raw} is not a whole number from ${min} to ${max}`);
  }
  return value;
}

export function oneOf<const T extends string>(
  environment: Environment,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const raw = environment[name];
  if (raw === undefined || raw === '') return otherwise;
  const found = choices.find((choice) => choice === raw);
  if (!found) throw new SettingError(`${name}=${raw} is none of ${choices.join(', ')}`);
  return found;
}

export const flag = (environment: Environment, name: string, otherwise: boolean): boolean =>
  oneOf(environment, name, ['0', '1'], otherwise ? '1' : '0') === '1';

/** Values of a setting, separated by commas. */
export const items = (environment: Environment, name: string): readonly string[] =>
  (environment[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export function url(environment: Environment, name: string): string | undefined {
  const raw = environment[name];
  if (!raw) return undefined;
  if (!URL.canParse(raw)) throw new SettingError(`${name} is not a URL`);
  return raw;
}
