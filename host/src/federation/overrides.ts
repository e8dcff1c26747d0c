import {
  acceptPreview,
  type Manifest,
  type Preview,
  type PublicKey,
  Refused,
  type ReleasedRemote,
} from '@tessera/manifest';
import { acceptGrant } from '@tessera/manifest/grant';
import { BASE, fetchSigned, sentAt } from './manifest.ts';

/** A remote that this page loads from another origin than the release. */
export type Override = {
  readonly remote: ReleasedRemote;
  /** `127.0.0.1:5173`, or the version of a preview. */
  readonly from: string;
  /** Id of the preview; of a development server there is none. */
  readonly preview?: string;
};

/** What a page does with previews before it loads anything of them. */
export type PreviewGuard = {
  /** Asks the user whether they are opened. A link that was followed is no consent: they run with the session. */
  readonly ask: (previews: readonly Preview[]) => Promise<boolean>;
  /** Says that a link leads to the released version, as its preview is over. */
  readonly over: () => Promise<void>;
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

/** The preview of a link; null if it was ended or has expired. */
async function lent(link: string, keys: readonly PublicKey[], inForce: Manifest): Promise<Preview | null> {
  const answer = await fetch(`${BASE}previews/${encodeURIComponent(link)}.json`, { cache: 'no-store' });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the preview returned HTTP ${answer.status}`);
  const signed: unknown = await answer.json();
  try {
    return await acceptPreview(signed, { keys, now: sentAt(signed) }, inForce);
  } catch (error) {
    if (error instanceof Refused && ['ended', 'expired'].includes(error.reason)) return null;
    throw error;
  }
}

/** Takes the links of previews out of the page's address, so that a reload shows the released version too. */
function forgetPreviews(): void {
  const { pathname, search, hash } = location;
  const left = new URLSearchParams(search);
  left.delete('preview');
  history.replaceState(history.state, '', `${pathname}${left.size > 0 ? `?${left}` : ''}${hash}`);
}

/** The previews that the user has agreed to run. */
async function agreed(
  links: readonly string[],
  { keys, inForce, guard }: OverrideSources,
): Promise<readonly Override[]> {
  if (links.length === 0) return [];
  const found = await Promise.all(links.map((link) => lent(link, keys, inForce)));
  const previews = found.filter((preview) => preview !== null);
  if (previews.length < found.length) await guard.over();
  else if (await guard.ask(previews)) {
    return previews.map(({ id, preview }) => ({ remote: preview, from: preview.version, preview: id }));
  }
  forgetPreviews();
  return [];
}

/** The rejected override, so that the user does not mistake the released version for it. */
export class OverrideRefused extends Error {
  override name = 'OverrideRefused';
}

export type OverrideSources = {
  readonly keys: readonly PublicKey[];
  /** The manifest in force, which lists the previews that were not ended. */
  readonly inForce: Manifest;
  readonly guard: PreviewGuard;
};

/** The overrides of the page's address. Rejects all of them if one is not allowed: rejects with OverrideRefused. */
export async function readOverrides(search: string, sources: OverrideSources): Promise<readonly Override[]> {
  const parameters = new URLSearchParams(search);
  try {
    const granted = await Promise.all(parameters.getAll('override').map((grant) => developed(grant, sources.keys)));
    return [...granted, ...(await agreed(parameters.getAll('preview'), sources))];
  } catch (error) {
    throw new OverrideRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
