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

type BareRight = Pick<ReleaseRight, 'action' | 'remote' | 'environment' | 'percent'>;

/** Whether one who holds these rights may pass this one on now. */
export const isWithin = (right: BareRight, held: readonly ReleaseRight[], now: number): boolean =>
  held.some(
    (own) =>
      isInForce(own, now) &&
      (own.environment === EVERY || own.environment === right.environment) &&
      covers(own, { action: right.action, remote: right.remote, percent: right.percent ?? 0 }),
  );

/** One right as text: `publish markets production`, `ramp markets production 10`. */
const RIGHT_TEXT =
  /^ *(publish|preview|ramp|release|rollback|override|sessions|bar) +(\*|[a-z][a-z0-9-]{0,39}) +(\*|[a-z][a-z0-9-]{0,39})(?: +(\d{1,3}(?:\.\d{1,2})?))? *$/;

/** Reads a right; null for what is none. */
export function readRight(text: string): BareRight | null {
  const [, action, remote = '', environment = '', percent] = RIGHT_TEXT.exec(text) ?? [];
  const known = releaseActions.find((each) => each === action);
  if (!known || (known === 'ramp') !== (percent !== undefined)) return null;
  const share = percent === undefined ? null : Number(percent);
  if (share !== null && (share <= 0 || share > 100)) return null;
  return { action: known, remote, environment, percent: share };
}

export const rightText = ({ action, remote, environment, percent }: BareRight): string =>
  [action, remote, environment, percent ?? ''].join(' ').trim();

/** Every right to releases but `publish`, of all remotes and the host: new code takes a right that was granted. */
const ALL: readonly ReleaseRight[] = releaseActions
  .filter((action) => action !== 'publish')
  .flatMap((action) =>
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
