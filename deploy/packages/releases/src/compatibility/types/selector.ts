import type { UsedModule } from '../contract.ts';

/**
 * A part of a shared module that a remote uses: `Button`, `*` for the whole of it, `bus.emit(*)` for what is only
 * called, `bus.on('account')` for a function of which only one first argument matters.
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

/** The parts that a remote uses of one module, those that are missing altogether left out. */
export function selectorsOf({ exports, calls = {} }: UsedModule, missing: readonly string[] = []): Selector[] {
  const called = new Set(Object.keys(calls).map((path) => path.split('.')[0]));
  const whole = exports.filter((name) => !called.has(name) && !missing.includes(name));
  const parts = Object.entries(calls)
    .filter(([path]) => !missing.includes(path.split('.')[0] as string))
    .flatMap(([path, all]) => all.map((argument) => (argument === '*' ? `${path}(*)` : `${path}('${argument}')`)));
  return [...whole, ...parts];
}
