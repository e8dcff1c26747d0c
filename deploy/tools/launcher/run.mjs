// Starts a script of this repository with its own Node and its own packages, on any machine with Node 20 and npm.
// It runs before anything is installed, so it imports nothing but Node itself and its neighbours, which do the same.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNPM, pnpm } from './package-manager.mjs';
import { removeUnusedFiles } from './unused-files.mjs';

const MANAGER = 'deploy/tools/launcher/package-manager.mjs';
const OLDEST_NODE = 20;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const bin = join(root, 'node_modules/.bin');
const stampFile = join(root, 'node_modules/.tessera-install');
const lockFile = join(root, '.cache/install.lock');

/** Of node_modules on Linux, as `du` counts it. */
const GIGABYTES = 1.1;

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Node ${OLDEST_NODE} or newer is needed to start; this is ${process.version}. See https://nodejs.org`);
}

/** What the installed packages follow from. */
function fingerprint() {
  const hash = createHash('sha256').update(`${PNPM} ${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** How many the lockfile has; those of other platforms, which stay away, state their system or processor. */
const packages = () =>
  readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
    .split(/^packages:$/m)
    .at(-1)
    .split(/^snapshots:$/m)[0]
    .split(/\n\n/)
    .filter((entry) => entry.includes('resolution:') && !/^ {4}(?:cpu|os): /m.test(entry)).length;

const installed = () =>
  existsSync(join(bin, 'node')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether this process got the lock; a lock of a process that is gone is taken over. */
function takeLock() {
  mkdirSync(dirname(lockFile), { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  let holder = '';
  try {
    holder = readFileSync(lockFile, 'utf8');
  } catch {
    return false;
  }
  // A file without a number is one that is being written at this moment.
  if (holder !== '' && !isAlive(Number(holder))) rmSync(lockFile, { force: true });
  return false;
}

function explainFailure({ code, output }) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|UND_ERR_CONNECT/.test(output)) {
    return 'The packages could not be installed: the npm registry cannot be reached. Check the network or the proxy settings of npm, then run the command again.';
  }
  if (/EINTEGRITY/.test(output)) {
    return `The packages could not be installed: the ${PNPM} of the registry has another hash than ${MANAGER} pins. Nothing of it was run.`;
  }
  if (/ENOENT.*np[mx]|spawn np[mx]/.test(output)) return 'The packages could not be installed: npm was not found.';
  if (/ERR_PNPM_OUTDATED_LOCKFILE/.test(output)) {
    return `The packages could not be installed: pnpm-lock.yaml does not fit the package files. Run \`node ${MANAGER} install --no-frozen-lockfile\` and commit the lockfile.`;
  }
  return `The packages could not be installed (exit code ${code}); the reason stands above.`;
}

async function install() {
  let waiting = false;
  while (!takeLock()) {
    if (!waiting) console.error('Another command is installing the packages: waiting for it.');
    waiting = true;
    await new Promise((done) => setTimeout(done, 250));
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  if (!installed()) {
    const began = Date.now();
    console.error(`Installing ${packages()} packages from npm into node_modules (about ${GIGABYTES} GB), once.`);
    const result = await pnpm(['install', '--frozen-lockfile'], { quiet: true });
    if (result.code !== 0) fail(explainFailure(result));
    removeUnusedFiles(join(root, 'node_modules/.pnpm'));
    writeFileSync(stampFile, fingerprint());
    console.error(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  }
  process.removeListener('exit', release);
  release();
}

/** Parent of the shell that npm starts scripts in: that shell outlives an npm that is killed. Linux alone tells. */
function grandparent() {
  try {
    return readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
  } catch {
    return '';
  }
}

function run(script, args) {
  const child = spawn(realpathSync(join(bin, 'node')), [resolve(root, script), ...args], {
    stdio: 'inherit',
    env: {
      // Half a second of each start of the backend is compiling: what starts many processes compiles once.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH || ''}`,
    },
  });
  // A terminal sends Ctrl-C to the child as well; it takes two that arrive together for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal that stops npm ends its shell without passing on: the loss of the parent is the only sign.
  const [parent, shells] = [process.ppid, grandparent()];
  const watch = () => (process.ppid !== parent || grandparent() !== shells) && child.kill('SIGTERM');
  if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref();
  child.on('error', (error) => fail(`${script} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail('usage: node deploy/tools/launcher/run.mjs <script> [arguments]');
if (!installed()) await install();
run(script, args);
