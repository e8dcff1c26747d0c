import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { remoteName } from '@tessera/releases';
import { platformAddress } from '../platform-address.ts';
import { UsageError } from '../usage.ts';

export type DevelopArguments = {
  readonly name: string;
  /** Origin of the platform that runs everything else. */
  readonly platform: string;
  /** The requested port, or 0 for any free one. */
  readonly port: number;
};

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`--platform is an address such as http://localhost:8080.`);
  }
  return url.origin;
}

function portOf(text: string): number {
  const port = /^\d{2,5}$/.test(text) ? Number(text) : Number.NaN;
  // The page accepts only these ports for a development server.
  if (!(port >= 10 && port <= 65_535)) throw new UsageError('--port is a number from 10 to 65535.');
  return port;
}

function parse(args: readonly string[]) {
  const string = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { platform: string, port: string } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses the command line; `remotes` is the folder of the remotes. Throws UsageError. */
export function readArguments(
  args: readonly string[],
  remotes: string,
  env: Readonly<Record<string, string | undefined>>,
): DevelopArguments {
  const { positionals, values } = parse(args);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Exactly one remote is needed: dev markets');
  if (!remoteName.safeParse(name).success || !existsSync(join(remotes, name, 'package.json'))) {
    throw new UsageError(`There is no remote ${name}. \`npm run tessera -- new <name>\` makes one.`);
  }
  return {
    name,
    platform: originOf(values.platform ?? platformAddress(env)),
    port: values.port === undefined ? 0 : portOf(values.port),
  };
}
