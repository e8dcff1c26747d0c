import {
  addSigningKey,
  ensureSigningKeys,
  type KeyPaths,
  ReleaseError,
  type ReleaseService,
  readSigningKeys,
  retireSigningKey,
} from '@tessera/releases';
import { minute, table } from './table.ts';
import { UsageError } from './usage.ts';

export type KeyContext = {
  readonly paths: KeyPaths;
  readonly service: ReleaseService;
  readonly now: () => number;
  readonly print: (text: string) => void;
};

const list = async ({ paths, print }: KeyContext): Promise<void> =>
  print(
    table(
      ['key', 'since (UTC)'],
      (await readSigningKeys(paths)).map(({ id, createdAt }) => [id, minute(createdAt)]),
    ),
  );

/** `keys` lists signing keys; `keys create` creates the first; `keys add` and `keys retire <id>` rotate. */
export async function keyCommand(context: KeyContext, names: readonly string[]): Promise<void> {
  const { paths, service, now, print } = context;
  const [action = 'list', id, ...more] = names;
  if (more.length > 0 || (id !== undefined && action !== 'retire')) throw new UsageError('Too many arguments.');
  if (action === 'create') {
    await ensureSigningKeys(paths, now());
  } else if (action === 'add') {
    const added = await addSigningKey(paths, now());
    await service.renew(true);
    print(`${added} signs from now on in addition to the others. Open pages get it when they are reloaded.`);
  } else if (action === 'retire') {
    if (id === undefined) throw new UsageError('Which key? `keys` lists them.');
    // While the key still counts: what only it signed would be lost.
    await service.renew(true);
    await retireSigningKey(paths, id);
    await service.renew(true);
    print(`${id} no longer signs. Pages that know only this key keep their last manifest until they are reloaded.`);
  } else if (action !== 'list') {
    throw new ReleaseError('key_unknown', `keys ${action} is not known: list, create, add, retire <id>.`);
  }
  await list(context);
}
