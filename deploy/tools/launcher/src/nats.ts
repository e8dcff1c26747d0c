import { existsSync } from 'node:fs';
import { installPackages } from './debian.ts';

const INSTALLED = [
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
  '/opt/homebrew/bin/nats-server',
];

const find = (): string | undefined =>
  [process.env.NATS_SERVER_PATH ?? '', ...INSTALLED].find((path) => path !== '' && existsSync(path));

export const NO_NATS =
  'No nats-server could be found or installed: install it, or set NATS_SERVER_PATH to the program.';

/** Path of a NATS server: one that is there, else as root Debian's package. */
export async function ensureNats(): Promise<string | undefined> {
  if (!find()) await installPackages(['nats-server']);
  return find();
}
