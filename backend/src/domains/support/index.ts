import { supportContract } from '@tessera/api/support/contract';
import { defineDomain } from '../../platform/domain.ts';
import { createProofs } from '../../platform/proof/proof-of-work.ts';
import { createLogInGuard } from '../identity/index.ts';
import {
  addNote,
  assignConversation,
  openForStaff,
  reopenConversation,
  replyTo,
  resolveConversation,
  restrictConversation,
  snooze,
  staffSeen,
  staffTyping,
  takeConversation,
} from './agent.ts';
import {
  endConversation,
  listConversations,
  markSeen,
  rateConversation,
  readMessages,
  sendMessage,
  serviceState,
} from './conversation.ts';
import { inboundRoute } from './inbound.ts';
import { figuresOf, listAgents, listInbox, setDuty, viewPicture } from './inbox.ts';
import { deleteConversations, supportJob } from './jobs.ts';
import { createLetters } from './letters.ts';
import { receivePicture } from './picture.ts';
import { listReplies, removeReply, saveReply, seedReplies } from './replies.ts';
import { currentOf, ownConversation, wireConversation } from './store.ts';
import { askForCode, openTicket, reportLostFactors } from './ticket.ts';
import { createTyping } from './typing.ts';

/** The condition of what hangs on a user's conversations. */
const OF_OWN = 'conversation_id in (select id from support_conversation where user_id = $1)';

/** Customer service: conversations of users with agents. */
export const support = defineDomain(supportContract, (dependencies) => {
  const { database, now, accountEvents } = dependencies;
  const letters = createLetters(dependencies.settings);
  const typing = createTyping();
  const guard = createLogInGuard({ ...dependencies, proofs: createProofs(dependencies) });
  return {
    name: 'support',
    userData: {
      support_conversation: { rows: 'user_id = $1', without: ['assignee_id', 'restricted'] },
      support_message: { rows: OF_OWN, without: ['staff_id'] },
      support_note: { leftOut: 'notes of agents for each other' },
    },
    viewPicture: (member, upload) => viewPicture(database, member, upload, now()),
    unread: async (sql, userId) => {
      const [row] = await sql.query<{ unread: number }>(
        `select count(*)::int as unread from support_message m join support_conversation c on c.id = m.conversation_id
          where c.user_id = $1 and m.author = 'agent' and m.seq > c.user_seen`,
        [userId],
      );
      return { box: 'support', unread: row?.unread ?? 0 };
    },
    onClose: async (tx, userId) => {
      const own = await tx.query<{ id: string }>('select id from support_conversation where user_id = $1', [userId]);
      await deleteConversations(
        tx,
        own.map(({ id }) => id),
      );
    },
    serves: ['POST /staff/support/picture'],
    routes: (app, limiter) => {
      receivePicture(app, dependencies, limiter);
      inboundRoute(app, dependencies);
    },
    seed: () => seedReplies(database, now()),
    jobs: [supportJob({ database, now, letters })],
    start: () => typing.follow(accountEvents, now),
    calls: {
      'POST /sms_mail_kf': ({ language, address }, input) =>
        askForCode(database, letters, input, { language, address, now: now() }),
      'POST /support/lost_factors': (context, input) =>
        reportLostFactors({ database, letters, guard, now }, input, context),
      'GET /support/service': () => serviceState(database, now()),
      'GET /support/current': async ({ user }) => {
        const current = await currentOf(database, user.id);
        return { conversation: current && (await wireConversation(database, current, now())) };
      },
      'GET /support/list': ({ user }, input) => listConversations(database, user.id, input, now()),
      'GET /support/messages': ({ user }, input) => readMessages(database, user.id, input, now()),
      'POST /support/message': ({ user, language }, input) =>
        sendMessage(database, input, { userId: user.id, language, now: now() }),
      'POST /support/seen': async ({ user }, input) => {
        await markSeen(database, user.id, input);
        return {};
      },
      'POST /support/typing': async ({ user }, { id }) => {
        const { status } = await ownConversation(database, user.id, id);
        if (status === 'resolved') return {};
        await database.transaction(async (tx) => tx.notify(user.id, { kind: 'typing', id, status: 'user' }));
        return {};
      },
      'POST /support/end': ({ user }, { id }) => endConversation(database, user.id, id, now()),
      'POST /support/rate': ({ user }, input) => rateConversation(database, user.id, input, now()),
      'POST /support/ticket': ({ user, language }, input) =>
        openTicket(database, letters, input, { userId: user.id, language, now: now() }),
      'GET /staff/support/inbox': async ({ staff }, input) => {
        return listInbox(database, input, staff, now());
      },
      'GET /staff/support/conversation': async ({ staff }, input) => {
        return openForStaff(database, typing, input, { agent: staff, now: now() });
      },
      'GET /staff/support/agents': async () => {
        return listAgents(database, now());
      },
      'GET /staff/support/figures': async (_, input) => {
        return figuresOf(database, input, now());
      },
      'GET /staff/support/replies': async () => {
        return { list: await listReplies(database) };
      },
      'POST /staff/support/duty': async ({ staff }, { on }) => {
        await setDuty(database, staff, on, now());
        return { on };
      },
      'POST /staff/support/take': async ({ staff }, { id }) => {
        return takeConversation(database, id, { agent: staff, now: now() });
      },
      'POST /staff/support/assign': async ({ staff }, input) => {
        return assignConversation(database, input, { agent: staff, now: now() });
      },
      'POST /staff/support/reply': async ({ staff }, input) => {
        return replyTo(database, letters, input, { agent: staff, now: now() });
      },
      'POST /staff/support/note': async ({ staff }, input) => {
        await addNote(database, input, { agent: staff, now: now() });
        return {};
      },
      'POST /staff/support/seen': async ({ staff }, input) => {
        await staffSeen(database, input, { agent: staff });
        return {};
      },
      'POST /staff/support/typing': async ({ staff }, { id }) => {
        await staffTyping(database, id, { agent: staff });
        return {};
      },
      'POST /staff/support/snooze': async ({ staff }, input) => {
        return snooze(database, input, { agent: staff, now: now() });
      },
      'POST /staff/support/resolve': async ({ staff }, input) => {
        return resolveConversation(database, input, { agent: staff, now: now() });
      },
      'POST /staff/support/reopen': async ({ staff }, { id }) => {
        return reopenConversation(database, id, { agent: staff, now: now() });
      },
      'POST /staff/support/restrict': async ({ staff }, input) => {
        return restrictConversation(database, input, { agent: staff, now: now() });
      },
      'POST /staff/support/replies/save': async ({ staff }, input) => {
        return saveReply(database, input, { staffId: staff.id, at: now() });
      },
      'POST /staff/support/replies/remove': async ({ staff }, { id }) => {
        await removeReply(database, id, { staffId: staff.id, at: now() });
        return {};
      },
    },
  };
});
