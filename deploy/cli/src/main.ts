// `npm run tessera -- …`: releases for teams and operations, and what a developer needs of a running platform.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FolderStore, ReleaseError, remoteName } from '@tessera/releases';
import { runScript } from './child.ts';
import { lastMessages } from './outbox.ts';
import { type Arguments, type Context, type RemoteBuild, releaseCommands } from './release-commands.ts';
import { USAGE, UsageError } from './usage.ts';

const root = resolve(import.meta.dirname, '../../..');
const dataDir = resolve(process.env.DATA_DIR ?? join(root, '.data'));

async function build(name: string): Promise<RemoteBuild> {
  const { code, output } = await runScript(join(root, 'deploy/launcher/src/build.ts'), [name, '--json'], 'pipe');
  const [built] = code === 0 ? (JSON.parse(output) as RemoteBuild[]) : [];
  if (!built) throw new ReleaseError('build_incomplete', `${name} does not build; the reason stands above.`);
  return built;
}

async function descriptor(name: string): Promise<unknown> {
  const path = join(root, 'remotes', remoteName.safeParse(name).success ? name : '-', 'remote.json');
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined;
}

function parse(args: readonly string[]): Arguments {
  let parsed: { positionals: string[]; values: { why?: string | undefined; limit?: string | undefined } };
  try {
    const options = { why: { type: 'string' }, limit: { type: 'string' } } as const;
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { why, limit } = parsed.values;
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError('--limit must be a number from 1.');
  return {
    names: parsed.positionals,
    ...(why === undefined ? {} : { why }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

async function showOutbox({ limit = 5 }: Arguments): Promise<void> {
  const folder = join(dataDir, 'outbox');
  const messages = await lastMessages(folder, limit);
  if (messages.length === 0) console.log(`There is no mail in ${folder}.`);
  for (const { file, text } of messages) console.log(`── ${file}\n${text.trimEnd()}\n`);
}

const context: Context = {
  store: new FolderStore(join(dataDir, 'releases')),
  print: (text) => console.log(text),
  who: userInfo().username,
  now: Date.now,
  build,
  descriptor,
};

async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined || command === 'help' || command === '--help') {
    console.log(USAGE);
    return command === undefined ? 2 : 0;
  }
  if (command === 'staff') {
    return (await runScript(join(root, 'backend/src/staff/cli.ts'), args, 'inherit')).code;
  }
  if (command === 'outbox') {
    await showOutbox(parse(args));
    return 0;
  }
  const run = releaseCommands[command];
  if (!run) throw new UsageError(`There is no command ${command}.`);
  await run(context, parse(args));
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (error instanceof ReleaseError) {
    console.error(error.message);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
