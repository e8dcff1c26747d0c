import { openSigned } from '@tessera/manifest';
import { hashOf } from './file-list.ts';
import { breaksIn, epochIn } from './release-event.ts';
import { sdkIndex } from './sdk.ts';
import { versionsIn } from './state.ts';
import { type ReleaseStore, storeKeys } from './store.ts';
import { damaged, isDamage, problemIn, readObject, signedSchema } from './stored-object.ts';
import type { VersionRecord } from './version-record.ts';

/** One thing in a store that is not as it was written. */
export type Finding = {
  /** Storage key of the object, or the version or epoch that it is about. */
  readonly what: string;
  readonly problem: string;
  /** What to do, or what a repair does. */
  readonly remedy: string;
  /** How a repair mends it; `none` if it needs the content, which the store does not have. */
  readonly repair: 'set aside' | 'history' | 'none';
};

const PUBLISH = 'Publish the same content again: `tessera publish`, or `npm start` from the same sources.';
const ASIDE = 'A repair moves it to damaged/.';

/** The problem of an object that cannot be read; undefined if it can. */
async function problemOf(reading: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await reading();
    return undefined;
  } catch (error) {
    if (isDamage(error)) return problemIn(error.message);
    throw error;
  }
}

const segments = (key: string) => key.replace(/\.json$/, '').split('/');

async function history(store: ReleaseStore): Promise<readonly Finding[]> {
  const { newest, strays } = await store.tip();
  const events = await store.history(newest?.event);
  const readable = new Set(events.map(({ state }) => storeKeys.event(state.epoch)));
  const proven = newest?.event.state.epoch ?? 0;
  const keys = await store.storage.list('moves/');
  const named = keys.filter((key) => key === storeKeys.event(epochIn(key)));
  const lost = named.filter((key) => epochIn(key) <= proven && !readable.has(key));
  const broken = breaksIn(events, lost.map(epochIn));
  return [
    ...strays.map(
      ({ key, reason, junk }): Finding => ({
        what: key,
        problem: problemIn(reason),
        remedy: junk
          ? `It is no event. ${ASIDE} The next release does so by itself.`
          : `No event can be released. Restore the file from a backup; or a repair goes on from what was signed last.`,
        repair: junk ? 'set aside' : 'history',
      }),
    ),
    ...keys
      .filter((key) => !named.includes(key))
      .map(
        (what): Finding => ({
          what,
          problem: 'Its name is not that of an event; it is not read.',
          remedy: ASIDE,
          repair: 'set aside',
        }),
      ),
    ...lost.map(
      (key): Finding => ({
        what: key,
        problem: 'This event of the history cannot be read.',
        remedy: `Restore the file from a backup; or a repair records that it is lost. ${ASIDE}`,
        repair: 'history',
      }),
    ),
    ...broken.map(
      (epoch): Finding => ({
        what: storeKeys.event(epoch),
        problem: 'The history was changed after it was written: this event or the one before it.',
        remedy: 'Compare with a backup and restore the files; or a repair records it.',
        repair: 'history',
      }),
    ),
  ];
}

async function manifests(store: ReleaseStore): Promise<readonly Finding[]> {
  const { newest } = await store.tip();
  if (!newest) return [];
  const keys = await store.keys.public();
  const key = storeKeys.renewed(newest.event.state.epoch);
  const problem = await problemOf(async () => readObject(store.storage, key, signedSchema));
  const signed = problem === undefined ? await readObject(store.storage, key, signedSchema) : undefined;
  const unsigned = signed && (await openSigned(signed, keys).then(() => undefined, String));
  const wrong = problem ?? unsigned;
  if (wrong === undefined) return [];
  return [
    {
      what: key,
      problem: wrong,
      remedy: `It is not used, and written again with the next renewal. ${ASIDE}`,
      repair: 'set aside',
    },
  ];
}

/** Deltas that cannot be read, or do not unpack to the recorded file. */
async function deltas(store: ReleaseStore, record: VersionRecord): Promise<readonly Finding[]> {
  const reference = `${record.name}@${record.version}`;
  const unreadable: string[] = [];
  const stored = await store.deltas(record, (key) => unreadable.push(key));
  const remedy = 'It is not served: the files travel whole.';
  const findings = unreadable.map(
    (what): Finding => ({ what, problem: 'It cannot be read.', remedy: `${remedy} ${ASIDE}`, repair: 'set aside' }),
  );
  for (const { proven } of stored) {
    const problem = await problemOf(proven);
    if (problem !== undefined) findings.push({ what: reference, problem, remedy, repair: 'none' });
  }
  return findings;
}

async function versions(store: ReleaseStore): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { newest } = await store.tip();
  const live = newest ? versionsIn(newest.event.state) : [];
  for (const key of await store.storage.list('records/')) {
    const [, name = '', version = ''] = segments(key);
    const problem = await problemOf(() => store.version(name, version));
    if (problem !== undefined) {
      const remedy = `${name}@${version} cannot be released. ${PUBLISH} ${ASIDE}`;
      findings.push({ what: key, problem, remedy, repair: 'set aside' });
      continue;
    }
    const record = await store.version(name, version);
    if (!record) continue;
    for (const path of await store.damagedFiles(record)) {
      const what = storeKeys.file(name, version, path);
      findings.push({ what, problem: 'It is missing, or not what was published.', remedy: PUBLISH, repair: 'none' });
    }
    findings.push(...(await deltas(store, record)));
    const named = new Set(record.files.map(({ path }) => storeKeys.file(name, version, path)));
    for (const what of await store.storage.list(`versions/${name}/${version}/`)) {
      if (named.has(what)) continue;
      findings.push({ what, problem: 'No record names it; it is not served.', remedy: ASIDE, repair: 'set aside' });
    }
  }
  const records = new Set(await store.storage.list('records/'));
  for (const { name, version } of live) {
    if (records.has(storeKeys.record(name, version))) continue;
    findings.push({
      what: `${name}@${version}`,
      problem: 'It is live, and its record is lost. Pages are given it as it was signed.',
      remedy: PUBLISH,
      repair: 'none',
    });
  }
  return findings;
}

async function others(store: ReleaseStore): Promise<readonly Finding[]> {
  const kinds: readonly (readonly [string, (key: string) => Promise<unknown>, string])[] = [
    [
      'hosts/',
      (key) => store.host(segments(key)[1] ?? ''),
      `The gate cannot compare with this host until \`npm start\` writes it again. ${ASIDE}`,
    ],
    ['previews/', (key) => store.preview(segments(key)[1] ?? ''), `The link does not work. ${ASIDE}`],
    ['claims/', (key) => store.claim(key), ASIDE],
    [
      'sdk/',
      (key) => sdkIndex(store, segments(key)[1] ?? ''),
      `Teams cannot install this SDK until \`npm run pack\` publishes it again. ${ASIDE}`,
    ],
    [
      'contracts/',
      (key) => declared(store, segments(key)[1] ?? ''),
      `Types cannot be compared until they are published again. ${ASIDE}`,
    ],
  ];
  const findings: Finding[] = [];
  for (const [prefix, read, remedy] of kinds) {
    for (const key of await store.storage.list(prefix)) {
      const problem = await problemOf(() => read(key));
      if (problem !== undefined) findings.push({ what: key, problem, remedy, repair: 'set aside' });
    }
  }
  return findings;
}

async function declared(store: ReleaseStore, hash: string): Promise<void> {
  if (hashOf((await store.contract(hash)) ?? '') !== hash)
    throw damaged(`contracts/${hash}.json does not match its hash.`);
}

/** Everything in a store that is not as it was written, and what to do about it. Changes nothing. */
export const examine = async (store: ReleaseStore): Promise<readonly Finding[]> => [
  ...(await history(store)),
  ...(await manifests(store)),
  ...(await versions(store)),
  ...(await others(store)),
];
