import { staffContract } from '@tessera/api/staff/contract';
import { defineDomain } from '../../platform/domain.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { approveChange, endChange } from '../../platform/staff-changes/decide.ts';
import { runDueChanges } from '../../platform/staff-changes/run.ts';
import { shownChanges } from '../../platform/staff-changes/show.ts';
import { createBinding, exchange, listBindings, revokeBinding } from './ci-bindings.ts';
import { cleanUpJob } from './clean-up.ts';
import { factorCalls } from './factor-calls.ts';
import { removalSteps, tellEndedRemovals } from './factor-removal.ts';
import { identityVerifier } from './identity-token.ts';
import { approveLogIn, beginLogIn, rejectLogIn, showLogIn, takeLogIn } from './machine-logins.ts';
import { checkMachine, createMachine, endMachine, listMachines, revokeMachine } from './machines.ts';
import { isOwnAccount } from './own-account.ts';
import { viewPicture } from './pictures.ts';
import {
  actionsOf,
  claimItem,
  listItems,
  queueNamed,
  readableQueues,
  releaseItem,
  showItem,
  takeDecision,
  waitingIn,
} from './queues.ts';
import { approveWaiting } from './sandbox.ts';
import { endStaffSession, memberOf } from './session.ts';
import { takeOutOfStaff } from './take-out.ts';
import { removeUserFactors, usersWithRemoval } from './user-factors.ts';

/** ms between looks for what has waited long enough, where the sandbox is on. */
const LOOK_EVERY = 1_000;

/** Staff: their sessions, and the queues that they decide. */
export const staff = defineDomain(staffContract, ({ database, settings, now, ports }) => {
  const verifyIdentity = identityVerifier(settings.ciIssuers, now);
  return {
    name: 'staff',
    ownAccount: isOwnAccount,
    viewPicture: (member, upload) => viewPicture(database, ports.queues(), member, upload, now()),
    userData: {
      factor_removal: { rows: 'user_id = $1', without: ['stop_hash'] },
      staff_credit: { rows: 'user_id = $1', without: ['staff_id'] },
    },
    takeOut: takeOutOfStaff,
    changeSteps: { 'POST /staff/users/remove_factors': removalSteps(settings) },
    calls: {
      ...factorCalls(createFactors({ database, settings, now })),
      'GET /staff/users/factors': () => usersWithRemoval(database),
      'POST /staff/users/remove_factors': async (context, input) => {
        await removeUserFactors(context.database, input, context.by, settings.factorRemovalDelayMs);
        return {};
      },
      'GET /staff/changes': async ({ staff: member }) => ({
        list: await shownChanges({ database, ports }, member, settings, now()),
      }),
      'POST /staff/changes/approve': ({ staff: { role }, by }, input) =>
        approveChange({ database, ports, delays: settings }, input, role, by),
      'POST /staff/changes/end': ({ staff: { role }, by }, input) =>
        endChange({ database, delays: settings }, input, role, by),
      'GET /staff/me': ({ staff: member }) => memberOf({ database, settings }, member),
      'GET /staff/machines': ({ staff: member }) => listMachines(database, member, now()),
      'POST /staff/machines/create': ({ staff: member }, input) =>
        database.transaction((tx) => createMachine(tx, member, input, now())),
      'POST /staff/machines/revoke': async ({ staff: member }, input) => {
        await database.transaction((tx) => revokeMachine(tx, member, input, now()));
        return {};
      },
      'GET /staff/machines/bindings': ({ staff: member }) => listBindings(database, member, now()),
      'POST /staff/machines/bindings/create': ({ staff: member }, input) =>
        database.transaction((tx) => createBinding(tx, member, input, settings.ciIssuers, now())),
      'POST /staff/machines/bindings/revoke': async ({ staff: member }, input) => {
        await database.transaction((tx) => revokeBinding(tx, member, input, now()));
        return {};
      },
      'POST /staff/machines/exchange': async (_, { token, binding }) => {
        const identity = await verifyIdentity(token);
        return database.transaction((tx) => exchange(tx, identity, binding, now()));
      },
      'POST /staff/machines/login/begin': ({ address }, input) => beginLogIn(database, input, address, now()),
      'GET /staff/machines/login': ({ staff: member, address }, input) =>
        showLogIn(database, member, input, address, now()),
      'POST /staff/machines/login/approve': async ({ staff: member }, input) => {
        await database.transaction((tx) => approveLogIn(tx, member, input, now()));
        return {};
      },
      'POST /staff/machines/login/reject': async ({ staff: member }, input) => {
        await database.transaction((tx) => rejectLogIn(tx, member, input, now()));
        return {};
      },
      'POST /staff/machines/login/take': (_, input) => database.transaction((tx) => takeLogIn(tx, input, now())),
      'POST /staff/machines/end': async (_, input) => {
        await endMachine(database, input, now());
        return {};
      },
      'POST /staff/machines/check': (_, input) => checkMachine(database, input, now()),
      'POST /staff/logout': async ({ staff: member }) => {
        await endStaffSession(database, member, now());
        return {};
      },
      'GET /staff/queues': async ({ staff: member }) => ({
        list: await Promise.all(
          readableQueues(ports.queues(), member).map(async (queue) => {
            const actions = actionsOf(queue, member);
            return {
              queue: queue.name,
              waiting: await waitingIn(database, queue),
              actions,
              may_decide: actions.includes('approve') || actions.includes('reject'),
              amount: queue.takesAmount,
            };
          }),
        ),
      }),
      'GET /staff/queue/list': async ({ staff: member }, { queue, status, page, limit }) => {
        const named = queueNamed(ports.queues(), queue, member, 'read');
        const { list, total } = await listItems(database, named, { status, page, limit }, now());
        return { list, page, limit, total };
      },
      'GET /staff/queue/show': async ({ staff: member }, { queue, id }) =>
        showItem(database, queueNamed(ports.queues(), queue, member, 'read'), id, now()),
      'POST /staff/queue/claim': async ({ staff: member }, { queue, id }) => {
        const named = queueNamed(ports.queues(), queue, member, 'claim');
        return database.transaction((tx) => claimItem(tx, named, id, member, now()));
      },
      'POST /staff/queue/release': async ({ staff: member }, { queue, id }) => {
        const named = queueNamed(ports.queues(), queue, member, 'claim');
        return database.transaction((tx) => releaseItem(tx, named, id, member, now()));
      },
      'POST /staff/queue/approve': async ({ staff: member }, { queue, id, amount, txid, reason }) => {
        const named = queueNamed(ports.queues(), queue, member, 'approve');
        const verdict = { approve: true, amount, txid, reason } as const;
        return takeDecision(database, named, id, verdict, member, now());
      },
      'POST /staff/queue/reject': async ({ staff: member }, { queue, id, reason }) => {
        const named = queueNamed(ports.queues(), queue, member, 'reject');
        return takeDecision(database, named, id, { approve: false, reason }, member, now());
      },
    },
    jobs: [
      cleanUpJob({ database, now }),
      {
        name: 'staff-changes',
        every: LOOK_EVERY,
        exclusive: true,
        items: ['change'],
        run: (run: JobRun) => runDueChanges({ database, ports }, now(), run),
      },
      {
        name: 'factor-removals',
        every: LOOK_EVERY,
        exclusive: true,
        items: ['removal'],
        run: (run: JobRun) => tellEndedRemovals({ database, settings }, now(), run),
      },
      ...(settings.sandboxApproveAfterMs > 0
        ? [
            {
              name: 'staff-sandbox',
              every: LOOK_EVERY,
              exclusive: true,
              whole: 'it stands in for staff, where there are none',
              // Each decision guards itself: one that was made meanwhile stays.
              run: async () => {
                await approveWaiting(database, ports.queues(), settings.sandboxApproveAfterMs, now());
              },
            },
          ]
        : []),
    ],
  };
});
