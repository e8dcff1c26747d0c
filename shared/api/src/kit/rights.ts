import * as z from 'zod/mini';
import { RELEASE_ROLES } from './staff-policy.ts';

export { MONEY_ROLES, STOP_ROLES } from './staff-policy.ts';

/*
 * Rights to releases, of members and machines alike: each is one action on one remote in one environment. A caller has a
 * set of them; no right contains another.
 */

/**
 * `publish` stores versions; `preview` makes and ends previews, and lets a remote run from a development server; `ramp`
 * gives a version to clients, up to `percent` of them; `release` makes it that of all; `rollback` goes back, by rollback or
 * revert; `override` forces what the gate refuses; `sessions` ends sessions by a rollback of compromised code; `bar`
 * arranges the bottom bar.
 */
export const releaseActions = [
  'publish',
  'preview',
  'ramp',
  'release',
  'rollback',
  'override',
  'sessions',
  'bar',
] as const;
export type ReleaseAction = (typeof releaseActions)[number];

/** All remotes, or all environments. The host is none of the remotes: a right names it, as `host`. */
export const EVERY = '*';
const HOST = 'host';

export const releaseRight = z.object({
  action: z.enum(releaseActions),
  /** Its name, `host`, or `*`. */
  remote: z.string(),
  /** Name of an environment, or `*`. */
  environment: z.string(),
  /** Of `ramp`: the largest percentage. */
  percent: z.nullable(z.number()),
  /** Unix ms: in force from … until before; null for no bound. */
  from: z.nullable(z.int()),
  until: z.nullable(z.int()),
});
export type ReleaseRight = z.infer<typeof releaseRight>;

/** What a call needs. */
export type NeededRight = {
  readonly action: ReleaseAction;
  readonly remote: string;
  /** Of `ramp`. */
  readonly percent?: number | undefined;
};

const isInForce = ({ from, until }: ReleaseRight, now: number): boolean =>
  (from === null || from <= now) && (until === null || now < until);

/** The rights in force now in an environment. */
export const rightsInForce = (
  rights: readonly ReleaseRight[],
  environment: string,
  now: number,
): readonly ReleaseRight[] =>
  rights.filter((right) => (right.environment === EVERY || right.environment === environment) && isInForce(right, now));

const covers = (right: ReleaseRight, { action, remote, percent = 0 }: NeededRight): boolean =>
  right.action === action &&
  (right.remote === remote || (right.remote === EVERY && remote !== HOST)) &&
  (action !== 'ramp' || percent <= (right.percent ?? 0));

/** Whether one of the rights, which are in force, is enough. */
export const permits = (rights: readonly ReleaseRight[], needed: NeededRight): boolean =>
  rights.some((right) => covers(right, needed));

/** Every right to releases, of all remotes and the host. */
const ALL: readonly ReleaseRight[] = releaseActions.flatMap((action) =>
  [EVERY, HOST].map((remote) => ({
    action,
    remote,
    environment: EVERY,
    percent: action === 'ramp' ? 100 : null,
    from: null,
    until: null,
  })),
);

/** What a role may do by itself; what was granted to its member comes on top. */
export const rightsOfRole = (role: string): readonly ReleaseRight[] =>
  RELEASE_ROLES.some((each) => each === role) ? ALL : [];

/** `ramp up to 10 %` as text. */
export const describeAction = ({
  action,
  percent,
}: {
  readonly action: ReleaseAction;
  readonly percent?: number | null | undefined;
}): string =>
  ({
    publish: 'publish',
    preview: 'preview',
    ramp: `ramp up to ${percent ?? 0} %`,
    release: 'release',
    rollback: 'roll back',
    override: 'override the gate',
    sessions: 'end sessions',
    bar: 'arrange the bottom bar',
  })[action];
