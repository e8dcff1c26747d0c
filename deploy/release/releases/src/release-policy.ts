import type { Reason } from '@tessera/registry-api';
import type { ReleaseEvent } from './release-event.ts';
import { type ReleaseState, slotOf } from './state.ts';
import type { VersionRecord } from './version-record.ts';

/*
 * What a remote asks of its own releases, beside the gate. Of the version that is live and the one that comes, each that
 * asks counts: who drops a rule does so by it once more.
 */

/** The member behind `who`: a machine's is the one who made its token, `ci of ann@team.example`. */
const memberOf = (who: string): string => who.split(' of ').at(-1) ?? who;

const asked = (records: readonly (VersionRecord | undefined)[]) => {
  const rules = records.flatMap((record) => record?.descriptor.release ?? []);
  return { ramp: rules.some(({ ramp }) => ramp), members: rules.some(({ members }) => members === 2) };
};

const wasRamped = (history: readonly ReleaseEvent[], { name, version }: VersionRecord): boolean =>
  history.some(({ state }) => {
    const ramp = slotOf(state, name)?.ramp;
    return ramp?.version === version && ramp.weight > 0;
  });

/** Reasons against giving a version to clients. `live` is the stable version before; `who` releases. */
export function againstPolicy(
  candidate: VersionRecord,
  live: VersionRecord | undefined,
  {
    history,
    after,
    who,
  }: { readonly history: readonly ReleaseEvent[]; readonly after: ReleaseState; readonly who: string },
): readonly Reason[] {
  const { name, version } = candidate;
  const subject = `${name}@${version}`;
  const { ramp, members } = asked([candidate, live]);
  // Of the first version there is nothing to compare a ramp with.
  const skipsRamp =
    ramp && live !== undefined && slotOf(after, name)?.stable === version && !wasRamped(history, candidate);
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
