import type { UsedModule } from '../contract.ts';

/**
 * A part of a shared module that a remote uses: `Button`, `*` for the whole of it, `bus.on(*)` for what is only
 * called, `bus.on('account')` for a function that is used with one literal first argument only.
 */
export type Selector = string;

export type SelectedPart = {
  /** `*`, or names joined by dots. */
  readonly path: string;
  readonly argument?: string;
};

export function parseSelector(selector: Selector): SelectedPart {
  const [, path, argument] = /^([\w$.]+)\((?:\*|'([^']*)')\)$/.exec(selector) ?? [];
  if (path === undefined) return { path: selector };
  return argument === undefined ? { path } : { path, argument };
}

/** The parts of one module that a remote uses, without those that are missing entirely. */
export function selectorsOf({ exports, calls = {} }: UsedModule, missing: readonly string[] = []): Selector[] {
  const called = new Set(Object.keys(calls).map((path) => path.split('.')[0]));
  const whole = exports.filter((name) => !called.has(name) && !missing.includes(name));
  const parts = Object.entries(calls)
    .filter(([path]) => !missing.includes(path.split('.')[0] as string))
    .flatMap(([path, all]) => all.map((argument) => (argument === '*' ? `${path}(*)` : `${path}('${argument}')`)));
  return [...whole, ...parts];
}
