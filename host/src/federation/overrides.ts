import { acceptPreview, type PublicKey, type ReleasedRemote } from '@tessera/manifest';
import { BASE, sentAt } from './manifest.ts';

/** A remote that this page loads from another origin than the release. */
export type Override = {
  readonly remote: ReleasedRemote;
  /** `127.0.0.1:5173`, or the version of a preview. */
  readonly from: string;
};

/** A development server on this very machine, by an address that cannot lead anywhere else. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}$/;
const OVERRIDE = /^([a-z][a-z0-9-]{0,39})=(.+)$/;

type Descriptor = Pick<ReleasedRemote, 'name' | 'routes' | 'tab' | 'swap'>;

async function developed(value: string): Promise<Override> {
  const [, name = '', origin = ''] = OVERRIDE.exec(value) ?? [];
  if (!LOOPBACK.test(origin)) throw new Error(`${value}: only a loopback address can override a remote`);
  const answer = await fetch(`${origin}/remote.json`, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${origin} answered ${answer.status}`);
  const descriptor = (await answer.json()) as Descriptor;
  if (descriptor.name !== name) throw new Error(`${origin} serves ${descriptor.name}, not ${name}`);
  const { routes, tab, swap } = descriptor;
  return {
    from: new URL(origin).host,
    remote: {
      name,
      version: 'dev',
      entry: `${origin}/remoteEntry.js`,
      integrity: '',
      assets: [],
      routes,
      swap,
      ...(tab ? { tab } : {}),
    },
  };
}

async function lent(id: string, keys: readonly PublicKey[]): Promise<Override> {
  const answer = await fetch(`${BASE}previews/${encodeURIComponent(id)}.json`, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`there is no preview ${id}`);
  const signed: unknown = await answer.json();
  const { preview } = await acceptPreview(signed, { keys, now: sentAt(signed) });
  return { remote: preview, from: preview.version };
}

/** The rejected override, so that the user does not mistake the released version for it. */
export class OverrideRefused extends Error {
  override name = 'OverrideRefused';
}

/** The overrides of the page's address. Rejects all of them if one is not allowed: rejects with OverrideRefused. */
export async function readOverrides(search: string, keys: readonly PublicKey[]): Promise<readonly Override[]> {
  const parameters = new URLSearchParams(search);
  try {
    return await Promise.all([
      ...parameters.getAll('override').map(developed),
      ...parameters.getAll('preview').map((id) => lent(id, keys)),
    ]);
  } catch (error) {
    throw new OverrideRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
