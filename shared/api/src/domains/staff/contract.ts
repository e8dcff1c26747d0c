import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  listOf,
  noInput,
  nothing,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  text,
  typedText,
  unixMs,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import {
  factorProof,
  knownPassword,
  newPassword,
  passkeyResponse,
  proof,
  totpCode,
  userString,
} from '../../kit/person-fields.ts';
import { releaseRight } from '../../kit/rights.ts';
import { oneMember, oneUnproved, staffReads, staffRoles, twoMembers } from '../../kit/staff-policy.ts';
import type { QueueName } from '../../kit/staff-queues.ts';
import { factorErrors } from '../identity/contract.ts';
import { staffRoutes } from './routes.ts';

const bareRight = z.pick(releaseRight, { action: true, remote: true, environment: true, percent: true });
/** Name of a machine, or of a binding. */
const machineName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));

const queueStatus = z.enum(['pending', 'approved', 'rejected']);

/** What names an item: ids count within their queue. */
const itemOf = { queue: text(40), id: rowId };

const queueItem = z.object({
  queue: z.string(),
  id: rowId,
  status: queueStatus,
  user: z.object({ uid: z.string(), account_name: z.string() }),
  /** The requested values: `amount`, `currency`, `network` … in display order. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  pictures: z.array(picture),
  /** What a reviewer should look at, with other items of the queue that share it with this one. */
  warnings: z.array(
    z.object({
      code: z.enum([
        'same_transaction',
        'transaction_of_others',
        'same_picture',
        'similar_picture',
        'same_document',
        'other_name',
        'account_frozen',
        'money_kept',
        'address_lost',
      ]),
      items: z.array(rowId),
    }),
  ),
  /** The first of two approvals: the item takes effect when another member approves the same terms. */
  approval: z.nullable(
    z.object({
      staff_id: rowId,
      name: z.string(),
      at: unixMs,
      terms: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  /** Staff member who is deciding it now; null once decided. */
  claim: z.nullable(z.object({ staff_id: rowId, name: z.string(), until: unixMs })),
  reason: z.nullable(z.string()),
  /** Staff member who decided. */
  reviewer: z.nullable(z.string()),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
});

export type QueueItem = z.infer<typeof queueItem>;

const credentials = { user_string: userString, password: knownPassword, proof };
const signedIn = {
  token: z.string(),
  expires_at: unixMs,
  staff: z.object({ id: rowId, name: z.string(), role: z.string() }),
};

const staffChange = z.object({
  id: rowId,
  /** Method and path of the call that is proposed. */
  call: z.string(),
  summary: z.string(),
  /** As JSON. */
  input: z.string(),
  hash: z.string(),
  reason: z.string(),
  state: z.enum(['proposed', 'approved', 'rejected', 'withdrawn', 'expired', 'done', 'failed']),
  /** Error code of one that could not run. */
  failure: z.nullable(z.string()),
  proposed_by_id: rowId,
  proposed_by: z.string(),
  proposed_at: unixMs,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(unixMs),
  /** When it ends by itself, unless another member approves it before. */
  expires_at: unixMs,
  /** ms from its approval to its effect. */
  delay_ms: z.int(),
  runs_at: z.nullable(unixMs),
  ended_at: z.nullable(unixMs),
});

const listedChange = z.extend(staffChange, {
  /** What the call does, in English. */
  title: z.string(),
  /** What is proposed by field; `before` is what is in force now, of an open change whose fields replace something. */
  terms: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), after: z.string() })),
  /** Names of what an id stands for. */
  subject: z.array(z.string()),
  /** What this member may do with it now. */
  actions: z.array(z.enum(['approve', 'reject', 'withdraw'])),
});

export type StaffChange = z.infer<typeof staffChange>;
export type ListedChange = z.infer<typeof listedChange>;

/** Who hears from users that they lost their second factors, and who has seen their documents. */
const FACTOR_ROLES = ['support', 'reviewer', 'admin'] as const;

/** Their decisions move no money, and change nothing by which it moves. */
const UNCONFIRMED_QUEUES: readonly QueueName[] = ['chat_report', 'chat_held', 'artwork', 'artist'];

export const staffContract = defineContract(staffRoutes, {
  'POST /staff/login': {
    weight: 10,
    input: z.object({ ...credentials, ...factorProof }),
    output: z.object(signedIn),
    errors: ['wrong_credentials', 'proof_required', 'account_locked', 'factor_enrolment_required', ...factorErrors],
    summary: 'Sign in as staff, by password and second factor',
  },
  'POST /staff/passkey/begin': {
    input: noInput,
    output: z.object({ options: z.string() }),
    summary: 'Get the challenge that a passkey signs as the second step of a log-in',
  },
  'POST /staff/factor/begin': {
    weight: 10,
    input: z.object(credentials),
    output: z.object({ secret: z.string(), uri: z.string(), expires_at: unixMs, options: z.string() }),
    errors: ['wrong_credentials', 'proof_required', 'account_locked', 'forbidden'],
    summary: 'Begin the enrolment of the first second factor: a secret for an authenticator, options for a passkey',
  },
  'POST /staff/factor/confirm': {
    weight: 10,
    input: z.object({ ...credentials, totp: totpCode, passkey: optional(passkeyResponse) }),
    output: z.object({ ...signedIn, recovery_codes: z.array(z.string()) }),
    errors: [
      'wrong_credentials',
      'proof_required',
      'account_locked',
      'forbidden',
      'enrolment_expired',
      'totp_required',
      'totp_wrong',
      'factor_locked',
      'passkey_wrong',
    ],
    summary: 'Enrol the first second factor and sign in',
  },
  'POST /staff/confirm/begin': {
    staff: oneUnproved(staffRoles, "It proves the caller's own factor."),
    input: noInput,
    output: z.object({ options: z.nullable(z.string()) }),
    summary: 'Get the challenge that a passkey signs to confirm this session; null without a passkey',
  },
  'POST /staff/confirm': {
    staff: oneUnproved(staffRoles, "It proves the caller's own factor."),
    input: z.object(factorProof),
    output: z.object({ confirmed_until: unixMs }),
    errors: [...factorErrors],
    summary: 'Prove the second factor again, for some minutes in this session',
  },
  'GET /staff/members': {
    staff: staffReads(['admin']),
    input: noInput,
    output: wholeListOf(
      z.object({
        id: rowId,
        account: z.string(),
        name: z.string(),
        role: z.string(),
        disabled: z.boolean(),
        has_factor: z.boolean(),
        passkeys: z.array(
          z.object({ passkey: rowId, label: z.string(), created_at: unixMs, last_used_at: z.nullable(unixMs) }),
        ),
      }),
    ),
    errors: ['forbidden'],
    summary: 'The accounts of staff, for admins',
  },
  'POST /staff/members/reset_factor': {
    staff: twoMembers(['admin'], {
      delay: 'standard',
      current: { read: 'GET /staff/members', at: [{ list: 'list', by: { id: 'id' } }], names: ['name', 'account'] },
    }),
    input: z.object({ id: rowId, reason: text(300) }),
    output: nothing,
    errors: ['forbidden', 'confirmation_required', 'not_found'],
    summary: 'Remove the second factors of another member who lost them, with a reason; their sessions end',
  },
  'POST /staff/members/remove_passkey': {
    staff: twoMembers(['admin'], {
      delay: 'standard',
      current: {
        read: 'GET /staff/members',
        at: [
          { list: 'list', by: { id: 'id' } },
          { list: 'passkeys', by: { passkey: 'passkey' } },
        ],
        names: ['name', 'account', 'label'],
      },
    }),
    input: z.object({ id: rowId, passkey: rowId, reason: text(300) }),
    output: nothing,
    errors: ['forbidden', 'confirmation_required', 'not_found'],
    summary: 'Remove one lost passkey of another member, with a reason; their other factors stay, their sessions end',
  },
  'GET /staff/users/factors': {
    staff: staffReads(FACTOR_ROLES),
    input: noInput,
    output: wholeListOf(
      z.object({
        uid: z.string(),
        name: z.string(),
        /** `level 1` or `level 2`. */
        verified: z.string(),
        authenticator: z.int(),
        passkeys: z.int(),
        recovery_codes: z.int(),
      }),
    ),
    summary: 'Users of whom a removal of lost second factors is open, and how many factors they have',
  },
  'POST /staff/users/remove_factors': {
    staff: twoMembers(FACTOR_ROLES, {
      delay: 'factor removal',
      current: {
        read: 'GET /staff/users/factors',
        at: [{ list: 'list', by: { uid: 'uid' } }],
        names: ['name', 'verified'],
      },
    }),
    input: z.object({
      uid: text(20),
      /** What is left of each. */
      authenticator: whole(0, 0),
      passkeys: whole(0, 0),
      recovery_codes: whole(0, 0),
      reason: text(300),
    }),
    output: nothing,
    errors: [
      'forbidden',
      'confirmation_required',
      'not_found',
      'account_disabled',
      'own_request',
      'factor_missing',
      'contact_missing',
      'withdrawals_paused',
      'removal_open',
      'removal_stopped',
      'removal_unverified',
    ],
    summary:
      'Remove the second factors of a user who lost them and the recovery codes; sessions end and withdrawals pause. The user can stop it until then',
  },
  'GET /staff/me': {
    staff: staffReads(staffRoles),
    input: noInput,
    output: z.object({
      id: rowId,
      account: z.string(),
      name: z.string(),
      role: z.string(),
      expires_at: unixMs,
      /** ms without a request after which the session ends earlier. */
      idle_ms: z.int(),
      /** To releases: of the role, and those granted to the member, also of another time. */
      rights: z.array(releaseRight),
    }),
    summary: 'The staff member of the session and its expiry; the registry calls it for every release',
  },
  'GET /staff/machines': {
    staff: staffReads(staffRoles),
    input: noInput,
    output: wholeListOf(
      z.object({
        id: rowId,
        name: z.string(),
        /** Account of the member who made it. */
        member: z.string(),
        rights: z.array(bareRight),
        created_at: unixMs,
        expires_at: unixMs,
        last_used_at: z.nullable(unixMs),
        revoked_at: z.nullable(unixMs),
      }),
    ),
    summary: 'Tokens of machines that the member made, or all of them for an admin',
  },
  'POST /staff/machines/create': {
    staff: oneMember(staffRoles, 'It has at most the rights of its member, and loses them with its member.'),
    input: z.object({
      name: machineName,
      /** One a line: `publish markets production`, `ramp markets production 10`. */
      rights: text(2_000),
      days: whole(1, 365),
    }),
    output: z.object({ id: rowId, token: z.string(), expires_at: unixMs }),
    errors: ['forbidden', 'confirmation_required', 'invalid_field'],
    summary: 'Make a token for a machine with some of the own rights to releases; it is shown once',
  },
  'POST /staff/machines/revoke': {
    staff: oneUnproved(staffRoles, 'It only restricts.'),
    input: z.object({ id: rowId, reason: text(300) }),
    output: nothing,
    errors: ['not_found'],
    summary: 'End a token of a machine at once: one of the own, or any for an admin',
  },
  'GET /staff/machines/bindings': {
    staff: staffReads(staffRoles),
    input: noInput,
    output: wholeListOf(
      z.object({
        id: rowId,
        name: z.string(),
        /** Account of the member who made it. */
        member: z.string(),
        issuer: z.string(),
        audience: z.string(),
        claims: z.record(z.string(), z.string()),
        rights: z.array(bareRight),
        created_at: unixMs,
        last_used_at: z.nullable(unixMs),
        revoked_at: z.nullable(unixMs),
      }),
    ),
    summary: 'Bindings of build servers that the member made, or all of them for an admin',
  },
  'POST /staff/machines/bindings/create': {
    staff: oneMember(staffRoles, 'It has at most the rights of its member, and loses them with its member.'),
    input: z.object({
      name: machineName,
      issuer: text(200),
      audience: text(200),
      /** One a line: `repository = team/raffle`, `ref = refs/heads/main`, `sub = repo:team/raffle:*`. */
      claims: text(2_000),
      /** One a line: `publish markets production`, `ramp markets production 10`. */
      rights: text(2_000),
    }),
    output: z.object({ id: rowId }),
    errors: ['forbidden', 'confirmation_required', 'invalid_field'],
    summary:
      'Let runs of a build server, named by the claims of its OpenID tokens, have some of the own rights to releases',
  },
  'POST /staff/machines/bindings/revoke': {
    staff: oneUnproved(staffRoles, 'It only restricts.'),
    input: z.object({ id: rowId, reason: text(300) }),
    output: nothing,
    errors: ['not_found'],
    summary: 'End a binding of a build server and its tokens at once: one of the own, or any for an admin',
  },
  'POST /staff/machines/exchange': {
    input: z.object({
      /** The OpenID token that the build server issued to the run. */
      token: text(8_000),
      /** Name of the binding; without it the first one that the token matches. */
      binding: z.optional(machineName),
    }),
    output: z.object({ token: z.string(), expires_at: unixMs, workload: z.string() }),
    errors: ['session_invalid', 'forbidden', 'rate_limited', 'service_unavailable'],
    summary: 'Exchange the OpenID token of a run of a build server, once, for a token of ten minutes',
  },
  'POST /staff/machines/login/begin': {
    input: z.object({ name: machineName, rights: text(2_000) }),
    output: z.object({
      /** What the token is taken with: it stays with the command line. */
      device_code: z.string(),
      /** What a member types on the staff page: two groups of letters. */
      code: z.string(),
      expires_at: unixMs,
      /** ms between two questions whether it was approved. */
      ask_every: z.int(),
    }),
    errors: ['invalid_field', 'rate_limited'],
    summary: 'Begin the log-in of a command line (RFC 8628) for some rights to releases',
  },
  'GET /staff/machines/login': {
    staff: staffReads(staffRoles),
    input: z.object({ code: text(20) }),
    output: z.object({
      name: z.string(),
      /** Address that began it, and whether this call comes from the same one. */
      address: z.string(),
      from_here: z.boolean(),
      created_at: unixMs,
      expires_at: unixMs,
      /** How long its token would be good. */
      hours: z.int(),
      /** What it asks for; what the member does not hold is not given. */
      rights: z.array(z.extend(bareRight, { held: z.boolean() })),
    }),
    errors: ['not_found', 'rate_limited'],
    summary: 'What a command line asks for that shows this code',
  },
  'POST /staff/machines/login/approve': {
    staff: oneMember(staffRoles, 'It has at most the rights of its member, and loses them with its member.'),
    input: z.object({ code: text(20) }),
    output: nothing,
    errors: ['not_found', 'forbidden', 'confirmation_required', 'rate_limited'],
    summary: 'Log the command line in that shows this code, with what the member holds of the rights that it asks for',
  },
  'POST /staff/machines/login/reject': {
    staff: oneUnproved(staffRoles, 'It only restricts.'),
    input: z.object({ code: text(20) }),
    output: nothing,
    errors: ['not_found', 'rate_limited'],
    summary: 'Refuse the log-in of the command line that shows this code',
  },
  'POST /staff/machines/login/take': {
    input: z.object({ device_code: text(80) }),
    output: z.object({
      state: z.enum(['waiting', 'rejected', 'given']),
      token: z.nullable(z.string()),
      expires_at: z.nullable(unixMs),
    }),
    errors: ['session_invalid'],
    summary: 'The token of a log-in that was approved, once; whether it was, until then',
  },
  'POST /staff/machines/end': {
    input: z.object({ token: text(80) }),
    output: nothing,
    summary: 'End the token of a machine that is given: the command line logs out',
  },
  'POST /staff/machines/check': {
    input: z.object({ token: text(80) }),
    output: z.object({ account: z.string(), rights: z.array(releaseRight) }),
    errors: ['session_invalid'],
    summary: 'Whose a token of a machine is, and its rights to releases now; the registry calls it for every release',
  },
  'POST /staff/password': {
    weight: 10,
    staff: oneMember(staffRoles, "It changes the caller's own password, after the former one and the second factor."),
    input: z.object({ old_password: knownPassword, password: newPassword }),
    output: z.object({ sessions_ended: z.int() }),
    errors: [
      'confirmation_required',
      'password_wrong',
      'password_locked',
      'password_unchanged',
      'password_too_common',
      'password_personal',
    ],
    summary: 'Change the own password; other sessions end, and a mail is sent',
  },
  'GET /staff/factors': {
    staff: staffReads(staffRoles),
    input: noInput,
    output: z.object({
      /** When the authenticator was turned on; null without one. */
      authenticator_since: z.nullable(unixMs),
      passkeys: z.array(
        z.object({
          id: rowId,
          name: z.string(),
          synced: z.boolean(),
          created_at: unixMs,
          last_used_at: z.nullable(unixMs),
        }),
      ),
      /** Unused recovery codes. */
      recovery_codes: z.int(),
    }),
    summary: 'The own second factors',
  },
  'POST /staff/recovery_codes': {
    weight: 10,
    staff: oneMember(staffRoles, "It renews the caller's own recovery codes, after the second factor."),
    input: noInput,
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['confirmation_required'],
    summary: 'Get new recovery codes; the former ones end, and a mail is sent',
  },
  'POST /staff/passkey/new/begin': {
    staff: oneMember(staffRoles, 'It only asks what a new passkey is made of.'),
    input: noInput,
    output: z.object({ options: z.string() }),
    errors: ['confirmation_required', 'too_many_passkeys'],
    summary: 'Get what the browser needs to create a passkey, as JSON',
  },
  'POST /staff/passkey/new': {
    staff: oneMember(staffRoles, "It adds to the caller's own factors, after one of them."),
    input: z.object({ passkey: passkeyResponse, name: text(40) }),
    output: nothing,
    errors: ['confirmation_required', 'passkey_wrong', 'too_many_passkeys'],
    summary: 'Add the created passkey to the own factors; a mail is sent',
  },
  'POST /staff/logout': {
    staff: oneUnproved(staffRoles, "It ends the caller's own session."),
    input: noInput,
    output: nothing,
    summary: 'End this staff session',
  },
  'GET /staff/queues': {
    staff: staffReads(staffRoles),
    input: noInput,
    output: wholeListOf(
      z.object({
        queue: z.string(),
        waiting: z.int(),
        /** What this member may do. `confirm` is the second approval of an item that another member approved. */
        actions: z.array(z.enum(['read', 'claim', 'approve', 'confirm', 'reject'])),
        /** This member may approve or reject, not only read. */
        may_decide: z.boolean(),
        /** An approval may set another amount than the requested one. */
        amount: z.boolean(),
      }),
    ),
    summary: 'The queues that this member may read, and how many items wait in each',
  },
  'GET /staff/queue/list': {
    staff: staffReads(staffRoles),
    weight: 3,
    input: z.object({ ...paging, queue: itemOf.queue, status: optional(queueStatus) }),
    output: listOf(queueItem),
    errors: ['not_found', 'forbidden'],
    summary: 'Items of a queue: those that wait come first, oldest first, then the decided ones, newest first',
  },
  'GET /staff/queue/show': {
    staff: staffReads(staffRoles),
    input: z.object(itemOf),
    output: queueItem,
    errors: ['not_found', 'forbidden'],
    summary: 'One item of a queue',
  },
  'POST /staff/queue/claim': {
    staff: oneUnproved(['reviewer', 'treasury', 'admin'], 'It decides nothing.'),
    input: z.object(itemOf),
    output: queueItem,
    errors: ['not_found', 'forbidden', 'already_reviewed', 'claimed_by_other'],
    summary: 'Claim an item for 15 minutes, so that no other member decides it; claim again to extend it',
  },
  'POST /staff/queue/release': {
    staff: oneUnproved(['reviewer', 'treasury', 'admin'], 'It decides nothing.'),
    input: z.object(itemOf),
    output: queueItem,
    errors: ['not_found', 'forbidden'],
    summary: 'Release an item that this member has claimed',
  },
  'POST /staff/queue/approve': {
    staff: {
      roles: ['reviewer', 'treasury', 'admin'],
      confirmed: { unless: { field: 'queue', values: UNCONFIRMED_QUEUES } },
      members: 1,
      because: 'The table of queues says which of them take another member, and why others do not.',
    },
    input: z.object({
      ...itemOf,
      /** Amount to credit, if it differs from the requested one. */
      amount: optional(positiveDecimal),
      /** Transaction id of the payment, or a bank's reference: of a deposit if the claim states none or a wrong one. */
      txid: optional(typedText(200)),
      reason: optional(text(300)),
    }),
    output: queueItem,
    errors: [
      'not_found',
      'forbidden',
      'already_reviewed',
      'document_used',
      'claimed_by_other',
      'field_too_precise',
      'second_member_required',
      'wrong_amount',
      'own_request',
      'account_frozen',
      'txid_invalid',
      'txid_required',
      'txid_used',
    ],
    summary:
      'Approve an item, once; it takes effect in the same transaction. One that needs two members stays pending, with `approval`, until another member approves the same terms',
  },
  'GET /staff/changes': {
    staff: staffReads(staffRoles),
    input: noInput,
    weight: 3,
    output: wholeListOf(listedChange),
    errors: ['forbidden'],
    summary: 'Changes that take a second member: those that are open, and the newest of those that ended',
  },
  'POST /staff/changes/approve': {
    staff: oneMember(staffRoles, 'It is the decision of the second member.'),
    input: z.object({ id: rowId, hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: text(300) }),
    output: staffChange,
    errors: [
      'forbidden',
      'confirmation_required',
      'not_found',
      'already_reviewed',
      'second_member_required',
      'changed_meanwhile',
      'change_expired',
      'own_request',
      'removal_stopped',
    ],
    summary: 'Approve exactly what another member proposed, named by its hash; it takes effect after the delay',
  },
  'POST /staff/changes/end': {
    staff: oneMember(staffRoles, 'It only keeps a change from taking effect.'),
    input: z.object({ id: rowId, reason: text(300) }),
    output: staffChange,
    errors: ['forbidden', 'confirmation_required', 'not_found', 'already_reviewed'],
    summary: 'Reject a change that has not taken effect, approved or not, or withdraw one of one’s own',
  },
  'POST /staff/queue/reject': {
    staff: {
      roles: ['reviewer', 'treasury', 'admin'],
      confirmed: { unless: { field: 'queue', values: UNCONFIRMED_QUEUES } },
      members: 1,
      because: 'The table of queues says which of them take another member, and why others do not.',
    },
    input: z.object({ ...itemOf, reason: text(300) }),
    output: queueItem,
    errors: ['not_found', 'forbidden', 'already_reviewed', 'claimed_by_other'],
    summary: 'Reject an item, once, with a reason that the user reads',
  },
});
export type StaffContract = typeof staffContract;
