import type { Reason } from '@tessera/registry-api';
import type { ReleaseEvent } from './release-event.ts';
import { type ReleaseState, slotOf } from './state.ts';
import type { VersionRecord } from './version-record.ts';

/*
 * What a remote asks of its own releases, beside the gate. Of the version that is live, those that were live before one went
 * back to it, and the one that comes, each that asks counts: who drops a rule does so by it once more.
 */

/** The record of a version that is or was live; `damaged` where it cannot be read, which then asks for all. */
export type LiveRecord = VersionRecord | 'damaged';

/** The member behind `who`: a machine's is the one who made its token, `ci of ann@team.example`. */
export const memberOf = (who: string): string => who.split(' of ').at(-1) ?? who;

const asked = (records: readonly LiveRecord[]): { readonly ramp: boolean; readonly members: boolean } => {
  const rules = records.flatMap((record) => (record === 'damaged' ? [] : (record.descriptor.release ?? [])));
  const isUnknown = records.includes('damaged');
  return {
    ramp: isUnknown || rules.some(({ ramp }) => ramp),
    members: isUnknown || rules.some(({ members }) => members === 2),
  };
};

const WENT_BACK: ReadonlySet<ReleaseEvent['kind']> = new Set(['rollback', 'revert']);

/**
 * The stable version of a remote, and those that were stable before the events that went back to it since the last one that
 * released it: going back drops no rule. `history` is ordered by epoch.
 */
export function liveVersions(history: readonly ReleaseEvent[], name: string): readonly string[] {
  const found = new Set<string>();
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const event = history[at];
    const stable = event && slotOf(event.state, name)?.stable;
    if (stable) found.add(stable);
    const before = history[at - 1];
    const former = before && slotOf(before.state, name)?.stable;
    if (event && stable !== former && !WENT_BACK.has(event.kind)) break;
  }
  return [...found];
}

const wasRamped = (history: readonly ReleaseEvent[], { name, version }: VersionRecord): boolean =>
  history.some(({ state }) => {
    const ramp = slotOf(state, name)?.ramp;
    return ramp?.version === version && ramp.weight > 0;
  });

/** Reasons against giving a version to clients. `live` are the records of `liveVersions`; `who` releases. */
export function againstPolicy(
  candidate: VersionRecord,
  live: readonly LiveRecord[],
  {
    history,
    after,
    who,
  }: { readonly history: readonly ReleaseEvent[]; readonly after: ReleaseState; readonly who: string },
): readonly Reason[] {
  const { name, version } = candidate;
  const subject = `${name}@${version}`;
  const { ramp, members } = asked([candidate, ...live]);
  // Of the first version there is nothing to compare a ramp with.
  const skipsRamp =
    ramp && live.length > 0 && slotOf(after, name)?.stable === version && !wasRamped(history, candidate);
  return [
    ...(skipsRamp
      ? [{ code: 'ramp_missing', subject, message: `${name} asks for a ramp first, and ${subject} was never ramped` }]
      : []),
    ...(members && memberOf(candidate.who) === memberOf(who)
      ? [
          {
            code: 'second_member_missing',
            subject,
            message: `${name} asks for two members, and ${who} published ${subject}: another one releases it`,
          },
        ]
      : []),
  ];
}
