import { existsSync } from 'node:fs';
import { run } from './commands.ts';
import { findPeer, missingPackages, PEERS, type Peer, PLAYWRIGHT, peerEnvironment } from './peers.ts';

type Install = (packages: readonly string[]) => Promise<void>;

/** Installs Debian packages. Their servers stay stopped: tests start their own. */
const installPackages: Install = async (packages) => {
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-qq'], { env, output: 'stderr' });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, output: 'stderr' });
};

const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export const absence = ({ name, variable }: Peer, packages: readonly string[]): string =>
  `${name} is missing: install ${packages.join(' and ')}, or set ${variable} to its program.`;

/**
 * Finds the programs that suites run for real and, as root on Debian, installs those that are missing. Returns the
 * environment for suites and what is missing still, in words; `announce` gets what it is about to install.
 */
export async function setUpPeers(
  announce: (line: string) => void,
  wanted: readonly Peer[] = Object.values(PEERS),
  { canInstall = isDebianRoot(), install = installPackages }: { canInstall?: boolean; install?: Install } = {},
): Promise<{ readonly env: Record<string, string>; readonly missing: readonly string[] }> {
  const packages = [...new Set(wanted.flatMap((peer) => missingPackages(peer)))];
  if (packages.length > 0 && canInstall) {
    announce(`Installing ${packages.join(', ')} from Debian.`);
    // Without them their tests are skipped; all others still run.
    await install(packages).catch((error: unknown) =>
      announce(`They could not be installed: ${error instanceof Error ? error.message : error}`),
    );
  }
  const missing = wanted.filter((peer) => !findPeer(peer)).map((peer) => absence(peer, missingPackages(peer)));
  return { env: peerEnvironment(wanted), missing };
}

/** Path of a Chromium: one that is there, else Debian's, else the one that Playwright downloads. */
export async function ensureBrowser(): Promise<string | undefined> {
  const say = (line: string) => console.error(line);
  await setUpPeers(say, [PEERS.chromium]);
  const found = findPeer(PEERS.chromium);
  if (found || process.env[PEERS.chromium.variable]) return found;
  say('Downloading Chromium.');
  await run(PLAYWRIGHT, ['install', 'chromium'], { output: 'stderr' });
  return findPeer(PEERS.chromium);
}

export const NO_BROWSER = absence(PEERS.chromium, PEERS.chromium.packages);
