import { acceptPreview, type PublicKey, type ReleasedRemote } from '@tessera/manifest';
import { acceptGrant } from '@tessera/manifest/grant';
import { BASE, fetchSigned, sentAt } from './manifest.ts';

/** A remote that this page loads from another origin than the release. */
export type Override = {
  readonly remote: ReleasedRemote;
  /** `127.0.0.1:5173`, or the version of a preview. */
  readonly from: string;
};

/** Interval in ms at which a grant is replaced in the address; it holds three times as long. */
const RENEWED_EVERY = 5 * 60_000;

type Descriptor = Pick<ReleasedRemote, 'name' | 'routes' | 'tab' | 'swap'>;

/** Keeps a valid grant in the address, so that a change of the sources can reload the page at any time. */
function keepGranted(origin: string, first: string): void {
  let held = first;
  setInterval(async () => {
    const answer = await fetch(`${origin}/override`, { cache: 'no-store' }).catch(() => undefined);
    const renewed = answer?.ok ? await answer.text() : held;
    history.replaceState(history.state, '', location.href.replace(held, renewed));
    held = renewed;
  }, RENEWED_EVERY);
}

async function developed(grant: string, keys: readonly PublicKey[]): Promise<Override> {
  // Not through the browser's cache, whose copy of an unchanged manifest has the time of when it was first sent.
  const now = sentAt(await fetchSigned((url) => fetch(url, { cache: 'no-store' })));
  const { name, origin } = (await acceptGrant(grant, { keys, now })).override;
  const answer = await fetch(`${origin}/remote.json`, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${origin} answered ${answer.status}`);
  const descriptor = (await answer.json()) as Descriptor;
  if (descriptor.name !== name) throw new Error(`${origin} serves ${descriptor.name}, not ${name}`);
  keepGranted(origin, grant);
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
      ...parameters.getAll('override').map((grant) => developed(grant, keys)),
      ...parameters.getAll('preview').map((id) => lent(id, keys)),
    ]);
  } catch (error) {
    throw new OverrideRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
