// Runs pnpm, held to its hash: `node deploy/tools/launcher/package-manager.mjs <arguments of pnpm>`.
// It runs before anything is installed, so it imports nothing but Node itself.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '12.21.0';
/** Of the packages that hold its program, one for each platform, as a lockfile of npm has them. */
const INTEGRITY = {
  'linux-arm64': 'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
  'linux-x64': 'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
};

export const PNPM = `pnpm@${VERSION}`;

const windows = process.platform === 'win32';
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** As the packages are called; Linux without glibc needs another program. */
function platform() {
  const name = `${process.platform}-${process.arch}`;
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return musl ? `${name}-musl` : name;
}

/**
 * Runs a program in a folder; what it says is printed, where `quiet` once it has failed, and returned, to find why it
 * failed.
 */
function run([program, ...args], cwd, quiet = false) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, CI: 'true' },
      shell: windows,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
        if (!quiet) process.stderr.write(text);
      });
    }
    child.on('error', (error) => done({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(output);
      done({ code: code === null ? 1 : code, output });
    });
  });
}

/** Has npm install the program, which compares it with the hash in the lockfile. */
async function install(folder, name, integrity) {
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  const dependencies = { [name]: VERSION };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version: VERSION, integrity } };
  const lockfile = { lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(made, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(made, 'package-lock.json'), JSON.stringify(lockfile));
  try {
    const result = await run(
      ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      made,
      true,
    );
    if (result.code === 0 && !existsSync(folder)) renameSync(made, folder);
    return result;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Runs pnpm in the repository. Returns its exit code with what it said, or what installing it said. */
export async function pnpm(args, { quiet = false } = {}) {
  const name = platform();
  const integrity = INTEGRITY[name];
  if (!integrity) {
    console.error(`No hash of pnpm for ${name} is pinned: npx takes ${PNPM} by its name.`);
    return run(['npx', '-y', PNPM, ...args], root, quiet);
  }
  const packageName = `@pnpm/exe.${name}`;
  const folder = join(root, '.cache', `${PNPM}-${name}`);
  if (!existsSync(folder)) {
    const result = await install(folder, packageName, integrity);
    if (result.code !== 0) return result;
  }
  return run([join(folder, 'node_modules', packageName, 'pnpm'), ...args], root, quiet);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = (await pnpm(process.argv.slice(2))).code;
}
