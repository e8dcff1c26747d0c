import type { RunsAlone } from '../ports.ts';

const given = (input: object): [string, unknown][] => Object.entries(input).filter(([, value]) => value !== undefined);

/** Judges by the input alone: besides `subject`, it may only set these fields to these values. */
export const onlySets =
  (subject: readonly string[], values: Readonly<Record<string, unknown>>): RunsAlone =>
  (_sql, input) => {
    const set = given(input).filter(([name]) => name !== 'reason' && !subject.includes(name));
    return set.length > 0 && set.every(([name, value]) => Object.hasOwn(values, name) && values[name] === value);
  };
