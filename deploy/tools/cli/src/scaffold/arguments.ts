import { parseArgs } from 'node:util';
import { UsageError } from '../usage.ts';
import type { NewRemote } from './files.ts';

const ACCESS = ['guest', 'user', 'verified'] as const;

function parse(args: readonly string[]) {
  const string = { type: 'string' } as const;
  const options = { tab: string, access: string, 'dry-run': { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses the command line. Throws UsageError. */
export function readArguments(args: readonly string[]): {
  readonly asked: Omit<NewRemote, 'version'>;
  readonly dryRun: boolean;
} {
  const { positionals, values } = parse(args);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Exactly one name is needed: new lottery');
  const access = ACCESS.find((each) => each === (values.access ?? 'guest'));
  if (!access) throw new UsageError(`--access is one of ${ACCESS.join(', ')}.`);
  if (values.tab !== undefined && !/^[1-9]\d?$/.test(values.tab)) {
    throw new UsageError('--tab is a number from 1 to 99; 0 is Home.');
  }
  const tab = values.tab === undefined ? undefined : Number(values.tab);
  return { asked: { name, access, tab }, dryRun: values['dry-run'] ?? false };
}
