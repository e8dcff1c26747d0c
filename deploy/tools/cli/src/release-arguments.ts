import { parseArgs } from 'node:util';
import type { Arguments } from './release-commands.ts';
import { UsageError } from './usage.ts';

const NUMBERS = ['limit', 'epoch', 'minutes'] as const;

/** Parses what follows a command of releases. Throws UsageError. */
export function parseReleaseArguments(
  args: readonly string[],
): Arguments & { readonly dryRun: boolean; readonly repair: boolean } {
  const string = { type: 'string' } as const;
  const boolean = { type: 'boolean' } as const;
  const numbers = { limit: string, epoch: string, minutes: string };
  const options = {
    ...numbers,
    why: string,
    to: string,
    key: string,
    force: boolean,
    'dry-run': boolean,
    repair: boolean,
    compromised: boolean,
  };
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const given = NUMBERS.flatMap((name) => {
      const value = values[name];
      if (value === undefined) return [];
      if (!/^[1-9]\d{0,7}$/.test(value)) throw new UsageError(`--${name} must be a number from 1.`);
      return [[name, Number(value)] as const];
    });
    return {
      names: positionals,
      dryRun: values['dry-run'] ?? false,
      repair: values.repair ?? false,
      ...(values.why === undefined ? {} : { why: values.why }),
      ...(values.force ? { force: true } : {}),
      ...(values.compromised ? { compromised: true } : {}),
      ...(values.to === undefined ? {} : { to: values.to }),
      ...(values.key === undefined ? {} : { key: values.key }),
      ...Object.fromEntries(given),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Node adds how an argument that begins with a hyphen is written.
    throw new UsageError((error instanceof Error ? error.message : String(error)).replace(/\. To specify .*/s, '.'));
  }
}
