/**
 * `reviewer` decides queues, `treasury` those about money and the terms of instruments, `duty` halts instruments and pauses
 * services, `operator` moves releases and writes announcements, `admin` does all of it; `support` reads. A `developer` has
 * the rights to releases that were granted, and no others.
 */
export const staffRoles = ['support', 'reviewer', 'treasury', 'duty', 'developer', 'operator', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** All but developers: who reads the terms of products. */
export const DESK_ROLES = [
  'support',
  'reviewer',
  'treasury',
  'duty',
  'operator',
  'admin',
] as const satisfies readonly StaffRole[];

/** Who may change money, and the terms by which it moves. */
export const MONEY_ROLES = ['treasury', 'admin'] as const satisfies readonly StaffRole[];

/** Who may halt instruments and pause services. It is no part of the rights to releases. */
export const STOP_ROLES = ['treasury', 'duty', 'admin'] as const satisfies readonly StaffRole[];

/** Who has every right to releases but `publish`, of all remotes and the host, in every environment. */
export const RELEASE_ROLES = ['operator', 'admin'] as const satisfies readonly StaffRole[];

/**
 * Where the values that a change replaces are read: fields of the same names in what `read` returns. Each step of `at` goes
 * to the object `list`, or to its entry whose fields have the values of the input (`by`: its field by that of the input).
 */
export type CurrentValues = {
  readonly read: `GET /staff/${string}`;
  readonly at: readonly { readonly list: string; readonly by: Readonly<Record<string, string>> }[];
  /** Where fields of the input are under another name there: `loan.limit`. */
  readonly as?: Readonly<Record<string, string>>;
  /** Fields of the entry that name to members what an id of the input stands for. */
  readonly names?: readonly string[];
};

type Members =
  | {
      readonly members: 1;
      /** Why one member is enough. */
      readonly because: string;
      /** It credits a user, and counts in what a member credits alone in a day. */
      readonly credits?: true;
    }
  | {
      /**
       * The call stores a change that another member approves. It runs after the delay of the setting
       * `STAFF_CHANGE_DELAY`, after that of `FACTOR_REMOVAL_HOURS`, or at once where `delay` is `none`.
       */
      readonly members: 2;
      readonly delay: 'standard' | 'factor removal' | 'none';
      /** Null: it replaces no values. */
      readonly current: CurrentValues | null;
      /** What one member may do alone, at once: only what restricts. The domain judges it. */
      readonly alone?: string;
    };

/** Who may make a staff call, and what it takes. Enforced for every call in one place, before its handler. */
export type StaffPolicy = {
  readonly roles: readonly StaffRole[];
  /** Whether the session has just proved its second factor; `unless`: not where the field has one of these values. */
  readonly confirmed: boolean | { readonly unless: { readonly field: string; readonly values: readonly string[] } };
} & Members;

/** The policy of a call that only reads. */
export const staffReads = <const R extends readonly StaffRole[]>(roles: R) =>
  ({ roles, confirmed: false, members: 1, because: 'It reads.' }) as const;

/** The policy of a call that one member makes who has just proved their second factor; `because`: why one is enough. */
export const oneMember = <const R extends readonly StaffRole[]>(roles: R, because: string) =>
  ({ roles, confirmed: true, members: 1, because }) as const;

/** The policy of a call that one member makes without a fresh proof; `because`: why that is enough. */
export const oneUnproved = <const R extends readonly StaffRole[]>(roles: R, because: string) =>
  ({ roles, confirmed: false, members: 1, because }) as const;

/** The policy of a change that another member approves. */
export const twoMembers = <
  const R extends readonly StaffRole[],
  const C extends Omit<Extract<Members, { members: 2 }>, 'members'>,
>(
  roles: R,
  change: C,
) => ({ roles, confirmed: true, members: 2, ...change }) as const;
