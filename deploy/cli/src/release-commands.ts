import {
  liveVersion,
  type Move,
  parseDescriptor,
  parseReference,
  promote,
  ReleaseError,
  type ReleaseStore,
  requireVersion,
  rollback,
} from '@tessera/releases';
import { minute, table } from './table.ts';
import { UsageError } from './usage.ts';

/** A finished build of a remote as `npm run build -- --json` reports it. */
export type RemoteBuild = { readonly version: string; readonly folder: string };

export type Context = {
  readonly store: ReleaseStore;
  readonly print: (text: string) => void;
  readonly who: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Builds a remote, or finds it built. */
  readonly build: (name: string) => Promise<RemoteBuild>;
  /** Parsed `remote.json` of a remote in this repository; undefined if there is no such remote. */
  readonly descriptor: (name: string) => Promise<unknown>;
};

/** What follows the command: names, and options of which each is given at most once. */
export type Arguments = { readonly names: readonly string[]; readonly why?: string; readonly limit?: number };

type Command = (context: Context, given: Arguments) => Promise<void>;

function onlyName({ names }: Arguments, what: string): string {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) throw new UsageError(`Exactly one ${what} is needed.`);
  return name;
}

const describe = ({ changes }: Move): string =>
  changes.map(({ name, from, to }) => `${name} ${from ?? 'nothing'} → ${to ?? 'nothing'}`).join(', ');

const publish: Command = async ({ store, print, who, now, build, descriptor }, given) => {
  const name = onlyName(given, 'remote');
  const json = await descriptor(name);
  if (json === undefined) throw new ReleaseError('remote_unknown', `There is no remotes/${name}/remote.json.`);
  const { version, folder } = await build(name);
  const record = await store.publish(
    {
      name,
      version,
      descriptor: parseDescriptor(json, `remotes/${name}/remote.json`),
      publishedAt: now(),
      who,
      why: given.why ?? '',
    },
    folder,
  );
  const bytes = record.files.reduce((sum, { size }) => sum + size, 0);
  print(`${name}@${version} is published: ${record.files.length} file(s), ${Math.ceil(bytes / 1024)} KiB.`);
  print(`Make it live: npm run tessera -- promote ${name}@${version} --why "…"`);
};

const promoteVersion: Command = async ({ store, print, who, now }, given) => {
  const reference = parseReference(onlyName(given, 'version, as <name>@<version>,'));
  if (!reference) throw new UsageError('A version is written <name>@<version>, such as markets@0.8.0-3f9a2c41d0.');
  if (given.why === undefined) throw new UsageError('A promotion needs its reason: --why "…".');
  const record = await requireVersion(store, reference.name, reference.version);
  const move = promote((await store.latest())?.manifest, record, { who, why: given.why, at: now() });
  await store.append(move);
  print(`Epoch ${move.manifest.epoch}: ${describe(move)}`);
};

const rollBack: Command = async ({ store, print, who, now }, given) => {
  if (given.names.length > 1) throw new UsageError('At most one remote can be named.');
  const [name] = given.names;
  const why = given.why ?? (name === undefined ? 'the last move is undone' : `the last move of ${name} is undone`);
  const move = rollback(await store.history(), name, { who, why, at: now() });
  await store.append(move);
  print(`Epoch ${move.manifest.epoch}: ${describe(move)}`);
};

const status: Command = async ({ store, print }, given) => {
  if (given.names.length > 0) throw new UsageError('status takes no name.');
  const latest = await store.latest();
  if (!latest) {
    print('Nothing is live yet: npm start releases what it builds.');
    return;
  }
  const { epoch, issuedAt, host, remotes } = latest.manifest;
  print(`Epoch ${epoch}, ${minute(issuedAt)} UTC. Host ${host?.version ?? 'unknown'}.\n`);
  const published = await Promise.all(remotes.map(({ name }) => store.versions(name)));
  print(
    table(
      ['remote', 'live', 'newest', 'routes', 'tab'],
      remotes.map(({ name, version, routes, tab }, index) => {
        const newest = published[index]?.at(-1)?.version ?? '?';
        return [name, version, newest === version ? '=' : newest, String(routes.length), tab ? String(tab.order) : ''];
      }),
    ),
  );
};

const history: Command = async ({ store, print }, given) => {
  const moves = (await store.history()).slice(-(given.limit ?? 20)).reverse();
  if (moves.length === 0) {
    print('There were no moves yet.');
    return;
  }
  print(
    table(
      ['epoch', 'UTC', 'move', 'who', 'what', 'why'],
      moves.map((move) => {
        const { epoch, issuedAt } = move.manifest;
        return [String(epoch), minute(issuedAt), move.kind, move.who, describe(move), move.why];
      }),
    ),
  );
};

const versions: Command = async ({ store, print }, given) => {
  const name = onlyName(given, 'remote');
  const records = await store.versions(name);
  if (records.length === 0) {
    const known = (await store.remotes()).join(', ') || 'none';
    throw new ReleaseError('remote_unknown', `No version of ${name} is published. Published remotes: ${known}.`);
  }
  const live = liveVersion((await store.latest())?.manifest, name);
  print(
    table(
      ['version', 'published (UTC)', 'who', 'files', '', 'why'],
      records
        .toReversed()
        .map(({ version, publishedAt, who, files, why }) => [
          version,
          minute(publishedAt),
          who,
          String(files.length),
          version === live ? 'live' : '',
          why,
        ]),
    ),
  );
};

export const releaseCommands: Readonly<Record<string, Command>> = {
  publish,
  promote: promoteVersion,
  rollback: rollBack,
  status,
  history,
  versions,
};
