import { existsSync } from 'node:fs';
import { run } from './commands.ts';

/** Installs packages where that is possible: as root, on Debian or what descends from it. */
export async function installPackages(names: readonly string[]): Promise<void> {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing ${names.join(' and ')}.`);
  // A package of a server starts it wherever the run level is not that of maintenance.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update'], env, 'stderr');
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], env, 'stderr');
}
