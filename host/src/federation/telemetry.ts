import { deviceCookies, sendBeacon } from '@tessera/device';
import {
  bucketIn,
  type FailureKind,
  HOST_NAME,
  hostSlot,
  isWithin,
  type Manifest,
  type OutcomeReport,
  type PageReports,
  type ReleasedRemote,
  type RemoteSlot,
  type ReportingPage,
  readHostCookie,
  referenceOf,
  type VitalReport,
} from '@tessera/manifest';
import { guarded, storedValue } from '@tessera/storage';
import { clientId } from './client.ts';
import { OWN_HOST } from './own-host.ts';

const ADDRESS = '/registry/telemetry';
const NONCE_ADDRESS = '/registry/page';
/** ms for which reports are gathered into one request. */
const GATHERED_FOR = 1_000;
/** Reports of one request. */
const AT_ONCE = 50;
/** Reports kept while the registry gives no nonce. */
const KEPT = 4 * AT_ONCE;

/** Larger values come from suspended devices; the registry rejects them. */
const LONGEST = 600_000;
const GREATEST_SHIFT = 100;

type Report = OutcomeReport | VitalReport;
type Reported = Readonly<Record<string, true>>;

const isReported = (value: unknown): value is Reported => typeof value === 'object' && value !== null;

const alreadyReported = storedValue<Reported>({ name: 'host.reported', initial: {}, accept: guarded(isReported) });

let queue: Report[] = [];
let page: ReportingPage = { epoch: 0, arms: [] };
/** Of this page in the epoch of `page`; the registry counts nothing without it. */
let nonce: string | undefined;
let gathering = false;

/** Sends what has gathered; survives the end of the page. What does not arrive is lost: figures, not money. */
function flush(): void {
  if (nonce === undefined) return;
  while (queue.length > 0) {
    const batch: PageReports = { ...page, nonce, reports: queue.slice(0, AT_ONCE) };
    queue = queue.slice(AT_ONCE);
    sendBeacon(ADDRESS, new Blob([JSON.stringify(batch)], { type: 'application/json' }));
  }
}

/** The nonce of a page; undefined while the registry does not respond. */
async function nonceOf(stated: ReportingPage): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(NONCE_ADDRESS, { method: 'POST', headers, body: JSON.stringify(stated) }).catch(
    () => null,
  );
  return answer?.ok ? ((await answer.json()) as { readonly nonce: string }).nonce : undefined;
}

async function gathered(): Promise<void> {
  const stated = page;
  const given = nonce ?? (await nonceOf(stated));
  gathering = false;
  if (page === stated) nonce = given;
  flush();
}

/** The slots of all remotes, and that of the host. */
function slotsOf(manifest: Manifest): readonly RemoteSlot[] {
  const host = hostSlot(manifest);
  return host ? [...manifest.remotes, host] : manifest.remotes;
}

/** Which client this is to a ramp; to one of the host undefined in a browser that keeps no cookies, which has no place in it. */
const clientOf = (name: string): string | undefined =>
  name === HOST_NAME ? bucketIn(deviceCookies(), location.protocol === 'https:') : clientId();

/** The versions that the ramps of a manifest assign this client: for these it is a sample. */
const armsOf = (manifest: Manifest): readonly string[] =>
  slotsOf(manifest).flatMap(({ name, stable, ramp }) => {
    const client = clientOf(name);
    if (!ramp || client === undefined) return [];
    return [referenceOf(isWithin(ramp.weight, ramp.salt, client) ? ramp.candidate : stable)];
  });

function send(manifest: Manifest, report: Report): void {
  if (page.epoch !== manifest.epoch) {
    // Reports of one request are of one epoch, and so is a nonce.
    flush();
    queue = [];
    nonce = undefined;
    page = { epoch: manifest.epoch, arms: armsOf(manifest) };
  }
  if (queue.length < KEPT) queue.push(report);
  if (!gathering) setTimeout(gathered, GATHERED_FOR);
  gathering = true;
}

addEventListener('pagehide', flush);

/** A stage of a ramp begins with its weight: a client counts once for each version in each. */
function stageOf(manifest: Manifest, { name, version }: ReleasedRemote): string {
  const ramp = slotsOf(manifest).find((slot) => slot.name === name)?.ramp;
  return `${name}@${version}${ramp ? `#${ramp.salt}${ramp.weight}` : ''}`;
}

/** Kept to versions of the manifest, so that the list does not grow for ever. */
function countOnce(manifest: Manifest, remote: ReleasedRemote, type: Report['type']): boolean {
  const key = `${type} ${stageOf(manifest, remote)}`;
  const reported = alreadyReported.read();
  if (reported[key]) return false;
  const live = slotsOf(manifest).flatMap(({ stable, ramp, previous }) =>
    [stable, ramp?.candidate, previous].flatMap((each) => (each ? [referenceOf(each)] : [])),
  );
  const kept = Object.keys(reported).filter((old) => live.some((reference) => old.includes(` ${reference}`)));
  alreadyReported.write(Object.fromEntries([...kept, key].map((each) => [each, true as const])));
  return true;
}

const reports = (manifest: Manifest, rate: 'outcomes' | 'vitals') =>
  isWithin(manifest.telemetry[rate], rate, clientId());

/** Counts this client as one that runs a version. */
export function reportUse(manifest: Manifest, { name, version, ...rest }: ReleasedRemote): void {
  if (!reports(manifest, 'outcomes') || !countOnce(manifest, { name, version, ...rest }, 'use')) return;
  send(manifest, { type: 'use', remote: name, version });
}

/** Counts this client as one for which a version failed. */
export function reportFailure(manifest: Manifest, remote: ReleasedRemote, kind: FailureKind): void {
  reportUse(manifest, remote);
  if (!reports(manifest, 'outcomes') || !countOnce(manifest, remote, 'failure')) return;
  send(manifest, { type: 'failure', remote: remote.name, version: remote.version, kind });
}

/** A version of the host in a manifest; undefined if it is not live. */
function hostIn(manifest: Manifest, version: string | undefined): ReleasedRemote | undefined {
  const { stable, ramp, previous } = hostSlot(manifest) ?? {};
  return [stable, ramp?.candidate, previous].find((host) => host !== undefined && host.version === version);
}

/** Counts this client as one on which its host has shown a screen, and an earlier one did not start. */
export function reportHost(manifest: Manifest, own = OWN_HOST): void {
  const host = hostIn(manifest, own);
  if (host) reportUse(manifest, host);
  // The gateway's page has written them down: storage may be cleared by the first start of the host.
  for (const version of readHostCookie(deviceCookies(), 'unfit', location.protocol === 'https:').split('~')) {
    const unfit = hostIn(manifest, version);
    if (unfit) reportFailure(manifest, unfit, 'evaluation');
  }
}

/** Counts this client as one for which a screen of its host broke. */
export function reportHostFailure(manifest: Manifest, own = OWN_HOST): void {
  const host = hostIn(manifest, own);
  if (host) reportFailure(manifest, host, 'render');
}

/** `screen` is in ms from the navigation to the screen. */
export function reportScreen(manifest: Manifest, { name, version }: ReleasedRemote, screen: number): void {
  if (!reports(manifest, 'vitals')) return;
  if (screen > LONGEST) return;
  send(manifest, { type: 'vital', remote: name, version, vital: 'screen', value: Math.round(screen) });
}

/** Web vitals of the page, counted for the remote on screen when the browser reports them. */
export async function followVitals(manifest: () => Manifest, onScreen: () => ReleasedRemote | null): Promise<void> {
  if (!reports(manifest(), 'vitals')) return;
  const { onCLS, onINP, onLCP } = await import(/* webpackChunkName: "vitals" */ 'web-vitals');
  for (const follow of [onCLS, onINP, onLCP]) {
    follow(({ name, value }) => {
      const remote = onScreen();
      if (!remote || value > (name === 'CLS' ? GREATEST_SHIFT : LONGEST)) return;
      const { name: which, version } = remote;
      send(manifest(), { type: 'vital', remote: which, version, vital: name as 'CLS' | 'INP' | 'LCP', value });
    });
  }
}
