// `npm run tessera -- …`: releases for teams and operators, and tools for developers.
import '@tessera/releases/explain-full-disk';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { RegistryError } from '@tessera/registry-api';
import {
  isReleaseFault,
  keyPaths,
  openReleaseService,
  ReleaseError,
  type ReleaseService,
  readFigures,
  remoteName,
} from '@tessera/releases';
import { runScript } from './child.ts';
import { doctor, restore } from './doctor-command.ts';
import { enterDataFolder } from './enter-data-folder.ts';
import { keyCommand } from './key-commands.ts';
import { logInCommand, logOutCommand } from './log-in-command.ts';
import { localOperations, type Operations } from './operations.ts';
import { lastMessages } from './outbox.ts';
import { platformAddress, platformOrigin } from './platform-address.ts';
import { prune } from './prune-command.ts';
import { publish, type RemoteBuild } from './publish-command.ts';
import { type PublishTarget, registryTarget, storeTarget } from './publish-target.ts';
import { registryAt, registryOperations } from './registry-client.ts';
import { parseReleaseArguments } from './release-arguments.ts';
import { type Arguments, releaseCommands } from './release-commands.ts';
import { tokenFor } from './token.ts';
import { USAGE, UsageError, usageOf } from './usage.ts';

const root = resolve(import.meta.dirname, '../../../..');
const { env } = process;
/** Known once `main` has begun. */
let dataDir = '';
const print = (text: string) => console.log(text);
const COMMAND = 'npm run tessera --';
const who = userInfo().username;

/** Commands that are separate programs, with all their arguments. */
const PROGRAMS: Readonly<Record<string, string>> = {
  new: 'deploy/tools/cli/src/scaffold/main.ts',
  screens: 'deploy/tools/cli/src/screens/main.ts',
  texts: 'deploy/tools/cli/src/texts/main.ts',
  dev: 'deploy/tools/cli/src/develop/main.ts',
  check: 'deploy/tools/conformance/src/main.ts',
  staff: 'backend/src/staff-cli.ts',
  progress: 'deploy/tools/cli/src/progress/main.ts',
  api: 'deploy/tools/cli/src/api/main.ts',
  egress: 'deploy/production/src/egress-main.ts',
  sbom: 'deploy/tools/cli/src/inventory/sbom.ts',
  licences: 'deploy/tools/cli/src/inventory/licences.ts',
};

const openLocalService = async (): Promise<ReleaseService> => openReleaseService(env, dataDir);

/** Origin of the platform whose registry the environment names, if it names one. */
const registryOrigin = (): string | undefined =>
  env.TESSERA_REGISTRY ? platformOrigin(env.TESSERA_REGISTRY, 'TESSERA_REGISTRY') : undefined;

async function namedRegistry(): Promise<{ readonly origin: string; readonly token: string } | undefined> {
  const origin = registryOrigin();
  return origin === undefined ? undefined : { origin, token: await tokenFor(origin, env) };
}

/** Of the commands that log in and out: they are about one platform. */
function atRegistry() {
  const platform = registryOrigin();
  if (platform === undefined) throw new UsageError('TESSERA_REGISTRY names the platform to log in at.');
  const remote = () => {
    throw new UsageError('Name the rights to ask for: login --rights "release markets production, …"');
  };
  return { platform, remote, env, print };
}

/** Commands that work on the store and the keys of this machine: they must not seem to work on another platform. */
const LOCAL: ReadonlySet<string> = new Set(['keys', 'prune', 'doctor', 'restore']);

function requireLocal(command: string): void {
  if (!env.TESSERA_REGISTRY || !LOCAL.has(command)) return;
  throw new UsageError(
    `${command} works on the store itself, not through TESSERA_REGISTRY: run it where the store is.`,
  );
}

/** Commands that the environment sends to another platform: its registry does what they say. */
const isOfRegistry = (command: string): boolean =>
  Boolean(env.TESSERA_REGISTRY) &&
  (Object.hasOwn(releaseCommands, command) || ['publish', 'login', 'logout'].includes(command));

async function publishTarget(): Promise<PublishTarget> {
  const named = await namedRegistry();
  if (named) return registryTarget(registryAt(named.origin, named.token), `at ${named.origin}`);
  const { store } = await openLocalService();
  return storeTarget(store, { where: `in ${env.S3_BUCKET ?? dataDir}`, who, now: Date.now });
}

async function operations(): Promise<Operations> {
  const named = await namedRegistry();
  if (!named) return localOperations(await openLocalService(), who, () => readFigures(dataDir));
  return registryOperations(named.origin, named.token);
}

/** Runs one of several steps. An interrupted step is the last one. */
async function runStep(...script: Parameters<typeof runScript>): ReturnType<typeof runScript> {
  const ended = await runScript(...script);
  if (ended.code > 128) process.exit(ended.code);
  return ended;
}

async function build(name: string): Promise<RemoteBuild> {
  const { code, output } = await runStep(join(root, 'deploy/tools/launcher/src/build.ts'), [name, '--json'], 'pipe');
  const [built] = code === 0 ? (JSON.parse(output) as RemoteBuild[]) : [];
  if (!built) throw new ReleaseError('build_incomplete', `${name} does not build; see the reason above.`);
  return built;
}

/** Not again what passed: a team that has just checked a build waits for nothing. */
const check = async (name: string): Promise<boolean> =>
  (await runStep(join(root, PROGRAMS.check as string), [name, '--unless-passed'], 'inherit')).code === 0;

async function descriptor(name: string): Promise<unknown> {
  const path = join(root, 'remotes', remoteName.safeParse(name).success ? name : '-', 'remote.json');
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReleaseError('descriptor_invalid', `remotes/${name}/remote.json is not JSON: ${error.message}`);
  }
}

/** Names of the remotes of this repository. */
const remotesHere = (): readonly string[] =>
  readdirSync(join(root, 'remotes')).filter((name) => existsSync(join(root, 'remotes', name, 'remote.json')));

async function showOutbox({ limit = 5 }: Arguments): Promise<void> {
  const folder = join(dataDir, 'outbox');
  const messages = await lastMessages(folder, limit);
  if (messages.length === 0) print(`There is no mail in ${folder}.`);
  for (const { file, text } of messages) print(`── ${file}\n${text.trimEnd()}\n`);
}

// What only some commands need is loaded by them: the curves that verifiers compute with take a third of a start.
async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined || command === 'help' || command === '--help') {
    print(USAGE);
    return command === undefined ? 2 : 0;
  }
  // Through a registry none of this machine is meant, however many there are.
  if (!isOfRegistry(command)) dataDir = enterDataFolder(root, env, (line) => console.error(line));
  const program = PROGRAMS[command];
  if (program) return (await runScript(join(root, program), args, 'inherit')).code;
  requireLocal(command);
  if (command === 'login' || command === 'logout') {
    if (command === 'login') await logInCommand(args, atRegistry());
    else await logOutCommand(atRegistry());
    return 0;
  }
  const given = parseReleaseArguments(args);
  const run = releaseCommands[command];
  if (command === 'outbox') {
    await showOutbox(given);
  } else if (command === 'verify-ticks') {
    const { verifyTicks } = await import('./verify-ticks.ts');
    return verifyTicks({ origin: env.TESSERA_REGISTRY ?? platformAddress(env), now: Date.now, print }, given);
  } else if (command === 'verify-allocation') {
    const { verifyAllocation } = await import('./verify-allocation.ts');
    return verifyAllocation({ origin: env.TESSERA_REGISTRY ?? platformAddress(env), print }, given);
  } else if (command === 'verify-balance') {
    const { verifyBalance } = await import('./verify-balance.ts');
    return verifyBalance(given, print);
  } else if (command === 'verify-draw') {
    const { verifyDraw } = await import('./verify-draw.ts');
    return verifyDraw(given, print);
  } else if (command === 'verify-settlement') {
    const { verifySettlement } = await import('./verify-settlement.ts');
    return verifySettlement(given, print);
  } else if (command === 'publish') {
    await publish(
      { target: await publishTarget(), print, command: COMMAND, build, check, descriptor, remotes: remotesHere },
      given,
    );
  } else if (command === 'keys') {
    const service = await openLocalService();
    await keyCommand({ paths: keyPaths(dataDir, env), service, now: Date.now, print }, given.names);
  } else if (command === 'prune') {
    await prune(await openLocalService(), { now: Date.now(), dryRun: given.dryRun, print });
  } else if (command === 'doctor') {
    return doctor({ service: await openLocalService(), who, print }, given);
  } else if (command === 'restore') {
    await restore({ service: await openLocalService(), who, print }, given);
  } else if (run) {
    const platform = env.TESSERA_REGISTRY ?? platformAddress(env);
    const qrCode = async (text: string) => {
      const { default: qrcode } = await import('qrcode');
      return qrcode.toString(text, { type: 'terminal', small: true });
    };
    await run({ operations: await operations(), print, platform, qrCode, command: COMMAND }, given);
  } else {
    throw new UsageError(`There is no command ${command}.`);
  }
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usageOf(process.argv[2] ?? '')}`);
    process.exitCode = 2;
  } else if (isReleaseFault(error) || error instanceof RegistryError) {
    console.error(error.message);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
