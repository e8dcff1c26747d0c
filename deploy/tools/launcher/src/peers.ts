import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './layout.ts';

/** A program that a suite runs for real. Suites read its path from the environment and skip their tests without it. */
export type Peer = {
  readonly name: string;
  /** Environment variable that names the program, for suites and for callers who have one elsewhere. */
  readonly variable: string;
  /** Where it is usually installed. */
  readonly places: readonly string[];
  /** Where a download of it would lie. */
  readonly download?: () => string;
  /** Debian packages that hold it. */
  readonly packages: readonly string[];
  /** Other programs without which its tests cannot run. */
  readonly with?: readonly { readonly program: string; readonly package: string }[];
};

const E2E = join(ROOT, 'e2e');
export const PLAYWRIGHT = join(E2E, 'node_modules/.bin/playwright');

/** Where Playwright keeps the browser that it downloads; the file may be missing. */
function playwrightBrowser(): string {
  const program = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  return spawnSync(process.execPath, ['-e', program], { cwd: E2E, encoding: 'utf8' }).stdout.trim();
}

const inFolders = (name: string, ...folders: readonly string[]) => folders.map((folder) => join(folder, name));

const WITH_WINDOWS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const PEERS = {
  // It draws no window of its own: the same pages take two thirds of the processor.
  chromium: {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    places: ['/usr/bin/chromium-headless-shell', ...WITH_WINDOWS],
    download: playwrightBrowser,
    packages: ['chromium-headless-shell'],
  },
  // For what Chromium without windows lacks: it keeps no notifications.
  chromiumWithWindows: {
    name: 'Chromium with windows',
    variable: 'CHROMIUM_WINDOWS_PATH',
    places: WITH_WINDOWS,
    download: playwrightBrowser,
    packages: ['chromium'],
  },
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
  },
  webkit: {
    name: 'WebKitWebDriver',
    variable: 'WEBKIT_DRIVER_PATH',
    places: ['/usr/bin/WebKitWebDriver'],
    packages: ['webkit2gtk-driver'],
    // Its window needs a display, which is not shown.
    with: [{ program: 'Xvfb', package: 'xvfb' }],
  },
  nginx: {
    name: 'nginx',
    variable: 'NGINX_PATH',
    places: inFolders('nginx', '/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'),
    packages: ['nginx'],
    // Tests make their certificates with it.
    with: [{ program: 'openssl', package: 'openssl' }],
  },
  nats: {
    name: 'nats-server',
    variable: 'NATS_SERVER_PATH',
    places: inFolders('nats-server', '/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'),
    packages: ['nats-server'],
  },
  promtool: {
    name: 'promtool',
    variable: 'PROMTOOL_PATH',
    places: inFolders('promtool', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'),
    packages: ['prometheus'],
  },
  // Counts connections in a network of the test's own.
  nft: {
    name: 'nft',
    variable: 'NFT_PATH',
    places: inFolders('nft', '/usr/sbin', '/sbin'),
    packages: ['nftables'],
    with: [{ program: 'ip', package: 'iproute2' }],
  },
  kannel: {
    name: 'kannel',
    variable: 'KANNEL_PATH',
    places: inFolders('bearerbox', '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'),
    packages: ['kannel'],
  },
  hledger: {
    name: 'hledger',
    variable: 'HLEDGER_PATH',
    places: inFolders('hledger', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'),
    packages: ['hledger'],
  },
  litecoind: {
    name: 'litecoind',
    variable: 'LITECOIND_PATH',
    // The program itself: Debian's script in /usr/bin asks for a configuration first.
    places: inFolders('litecoind', '/usr/lib/litecoin', '/usr/local/bin'),
    packages: ['litecoind'],
  },
  pdftotext: {
    name: 'pdftotext',
    variable: 'PDFTOTEXT_PATH',
    places: inFolders('pdftotext', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'),
    packages: ['poppler-utils'],
  },
} as const satisfies Record<string, Peer>;

const runs = (program: string): boolean => spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined;

/** Debian packages that are missing for a peer; empty where its tests can run. */
export function missingPackages(peer: Peer, env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const beside = (peer.with ?? []).filter(({ program }) => !runs(program)).map((each) => each.package);
  return [...(locate(peer, env) ? [] : peer.packages), ...beside];
}

function locate(peer: Peer, env: NodeJS.ProcessEnv): string | undefined {
  const named = env[peer.variable];
  // A wrong path in the variable is the caller's error: no other program replaces it.
  if (named) return existsSync(named) ? named : undefined;
  const downloaded = peer.download?.();
  return [...(downloaded ? [downloaded] : []), ...peer.places].find((path) => existsSync(path));
}

/** Path of a peer whose tests can run. */
export const findPeer = (peer: Peer, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  missingPackages(peer, env).length === 0 ? locate(peer, env) : undefined;

/** The environment by which suites find the peers that are there. */
export const peerEnvironment = (
  peers: readonly Peer[] = Object.values(PEERS),
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> =>
  Object.fromEntries(
    peers.flatMap((peer) => {
      const path = findPeer(peer, env);
      return path ? [[peer.variable, path] as const] : [];
    }),
  );
