#!/usr/bin/env node
// `tessera …` of a team outside of this repository: packed into one file, it knows a platform by its address alone.
import { RegistryError } from '@tessera/registry-api';
import { isReleaseFault, verifyBuilt } from '@tessera/releases';
import qrcode from 'qrcode';
import { DevelopmentFailure } from '../develop/development-failure.ts';
import { logInCommand, logOutCommand } from '../log-in-command.ts';
import { publish } from '../publish-command.ts';
import { registryTarget } from '../publish-target.ts';
import { registryAt, registryOperations } from '../registry-client.ts';
import { parseReleaseArguments } from '../release-arguments.ts';
import { releaseCommands } from '../release-commands.ts';
import { savedTokens } from '../saved-tokens.ts';
import { tokenFor } from '../token.ts';
import { UsageError } from '../usage.ts';
import { buildProject } from './build.ts';
import { develop } from './develop.ts';
import { init, ownPackage } from './init.ts';
import { type Project, platformOf, readProject, versionOf } from './project.ts';
import { TEAM_USAGE } from './usage.ts';

const { env } = process;
const COMMAND = 'npx tessera';
const print = (text: string) => console.log(text);
const cwd = process.cwd();
/** What builds needs the Node that a remote brings with it; what begins a remote has that of the machine. */
const OLDEST_NODE = 24;
const BUILDING: ReadonlySet<string> = new Set(['dev', 'build', 'check', 'publish', 'version']);

function requireNode(command: string): void {
  const { node } = process.versions;
  if (!BUILDING.has(command) || Number.parseInt(node, 10) >= OLDEST_NODE) return;
  throw new UsageError(
    `${command} needs Node ${OLDEST_NODE}, and this is ${node}: \`npx tessera\` runs it with the one that \`npm install\` brings.`,
  );
}

/** Holds a build to what a registry asks of it. Rejects with ReleaseError, which names all that is wrong. */
async function check(project: Project): Promise<{ version: string; folder: string }> {
  const built = await buildProject(project);
  await verifyBuilt({ ...built, name: project.name, descriptor: project.descriptor });
  return built;
}

async function publishProject(args: readonly string[]): Promise<void> {
  const project = readProject(cwd, env);
  const given = parseReleaseArguments(args);
  if (given.names.length > 0) throw new UsageError('publish takes no name: it publishes the remote of this folder.');
  const target = registryTarget(
    registryAt(project.platform, await tokenFor(project.platform, env)),
    `at ${project.platform}`,
  );
  await publish(
    {
      target,
      print,
      command: COMMAND,
      build: () => check(project),
      check: async () => true,
      remotes: () => [project.name],
      descriptor: async () => project.descriptor,
    },
    { ...given, names: [project.name] },
  );
}

async function runDevelopment(args: readonly string[]): Promise<void> {
  const [flag, text = '', ...more] = args;
  if (flag !== undefined && (flag !== '--port' || !/^\d{1,5}$/.test(text) || more.length > 0)) {
    throw new UsageError('dev takes --port and a number, and nothing else.');
  }
  const project = readProject(cwd, env);
  const stop = await develop(project, {
    port: Number(text),
    token: env.TESSERA_TOKEN ?? savedTokens(env).of(project.platform)?.token,
    print,
    complain: (line) => console.error(line),
  });
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  await stop();
}

const here = () => ({ platform: platformOf(cwd, env), remote: () => readProject(cwd, env).name, env, print });

async function main([command, ...args]: readonly string[]): Promise<number> {
  const run = command === undefined ? undefined : releaseCommands[command];
  if (command === undefined || command === 'help' || command === '--help') {
    print(TEAM_USAGE);
    return command === undefined ? 2 : 0;
  }
  requireNode(command);
  if (command === 'init') await init(args, { cwd, own: ownPackage(import.meta.dirname), print });
  else if (command === 'login') await logInCommand(args, here());
  else if (command === 'logout') await logOutCommand(here());
  else if (command === 'dev') await runDevelopment(args);
  else if (command === 'version') print(`${readProject(cwd, env).name}@${versionOf(cwd)}`);
  else if (command === 'build') {
    const project = readProject(cwd, env);
    const { version, folder } = await buildProject(project);
    print(`${project.name}@${version} is in ${folder}.`);
  } else if (command === 'check') {
    const project = readProject(cwd, env);
    const { version } = await check(project);
    print(`${project.name}@${version} is as the registry asks.`);
  } else if (command === 'publish') await publishProject(args);
  else if (run) {
    const platform = platformOf(cwd, env);
    const qrCode = (text: string) => qrcode.toString(text, { type: 'terminal', small: true });
    const operations = registryOperations(platform, await tokenFor(platform, env));
    await run({ operations, print, platform, qrCode, command: COMMAND }, parseReleaseArguments(args));
  } else throw new UsageError(`There is no command ${command}.`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n\`${COMMAND} help\` lists all commands.`);
    process.exitCode = 2;
  } else if (isReleaseFault(error) || error instanceof RegistryError || error instanceof DevelopmentFailure) {
    console.error(error.message);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
