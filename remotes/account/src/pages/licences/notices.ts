/** A package in the code of the app, with the licence that goes with it. */
export type PackageNotice = {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  readonly text: string;
};

type Notices = { readonly packages: readonly PackageNotice[] };
type Version = { readonly name: string; readonly version: string };
/** What is read of the platform's manifest. */
type Live = {
  readonly host: { readonly version: string } | null;
  readonly remotes: ReadonlyArray<{ readonly stable: Version; readonly ramp?: { readonly candidate: Version } }>;
};

const BASE = '/h5/';

/** Files with the notices of all that is live: of the host, and of each remote in the versions that clients get. */
function noticeFiles({ host, remotes }: Live): readonly string[] {
  const versions = remotes.flatMap(({ stable, ramp }) => (ramp ? [stable, ramp.candidate] : [stable]));
  return [
    ...(host ? [`${BASE}assets/licences-${host.version}.json`] : []),
    ...versions.map(({ name, version }) => `${BASE}remotes/${name}/${version}/licences.json`),
  ];
}

async function read(address: string): Promise<unknown> {
  const response = await fetch(address);
  // A version that was built before builds wrote their notices.
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${address} returned ${response.status}.`);
  return response.json();
}

/** Packages in all that is live, each version once, in the order of their names. */
export async function readNotices(): Promise<readonly PackageNotice[]> {
  const signed = (await read(`${BASE}manifest.json`)) as { readonly payload: string } | undefined;
  if (!signed) throw new Error('The platform has no manifest.');
  const files = await Promise.all(noticeFiles(JSON.parse(signed.payload) as Live).map(read));
  const packages = (files as ReadonlyArray<Notices | undefined>).flatMap((file) => file?.packages ?? []);
  const byName = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...byName].sort(([left], [right]) => left.localeCompare(right, 'en')).map(([, each]) => each);
}
