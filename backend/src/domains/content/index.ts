import { contentContract } from '@tessera/api/content/contract';
import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { db, execute } from '../../platform/db/kysely.ts';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { wants } from '../messages/index.ts';
import { readSettingsOf } from '../site/index.ts';
import { announceItemJob, announceJob } from './announce.ts';
import {
  announcementsForStaff,
  announcementTexts,
  saveAnnouncement,
  setPop,
  showAnnouncement,
} from './announcements.ts';
import { serveArtwork } from './artwork.ts';
import { helpArticle, listHelp, searchHelp, voteHelpful } from './help.ts';
import {
  announcement,
  itemsInOrder,
  listNews,
  newsById,
  pageByKey,
  readAnnouncement,
  unreadAnnouncements,
} from './items.ts';
import { seedContent } from './seed.ts';
import { keepShortcuts, shortcutsOf } from './shortcuts.ts';

type Group = Output<'GET /menu'>['list'][number]['group'];

/** Content: news, help, pages, messages and the menu. */
export const content = defineDomain(contentContract, ({ database, now }) => {
  const article = async (language: LanguageCode, key: string) => {
    const { title, body, updated_at } = await pageByKey(database, language, key);
    return { title, content: body, updated_at };
  };
  return {
    name: 'content',
    userData: { feedback: OWN_ROWS, content_vote: OWN_ROWS, announcement_seen: OWN_ROWS, menu_shortcut: OWN_ROWS },
    unread: async (sql, userId) => ({
      box: 'announcements',
      unread: (await wants(sql, { userId, topic: 'announcements', channel: 'app' }))
        ? await unreadAnnouncements(sql, userId)
        : 0,
    }),
    staffCommands: [
      commandOf(contentContract['GET /staff/announcements'], {
        name: 'announcements',
        usage: 'the newest announcements, and which of them pop up',
        run: async () => (await announcementsForStaff(database)).list,
      }),
      commandOf(contentContract['POST /staff/announcements/save'], {
        name: 'announcement',
        usage:
          '[<id>] language=en title=… abstract=… content=… --why "<why>"  writes an announcement in one language; a new one begins with English',
        subject: 'id',
        run: async (input, by) => [await saveAnnouncement(database, input, by)],
      }),
      commandOf(contentContract['POST /staff/announcements/show'], {
        name: 'announcement-show',
        usage: '<id> on=true|false --why "<why>"  publishes an announcement, or takes it back',
        subject: 'id',
        run: async (input, by) => {
          await showAnnouncement(database, input, by);
          return (await announcementsForStaff(database)).list.filter(({ id }) => id === input.id);
        },
      }),
      commandOf(contentContract['POST /staff/announcements/pop'], {
        name: 'announcement-pop',
        usage: '<id> on=true|false --why "<why>"  lets an announcement pop up once for each user, or not',
        subject: 'id',
        run: async (input, by) => {
          await setPop(database, input, by);
          return (await announcementsForStaff(database)).list.filter(({ id }) => id === input.id);
        },
      }),
    ],
    jobs: [announceJob({ database, now }), announceItemJob({ database, now })],
    onClose: async (tx, userId) => {
      await tx.query('delete from content_vote where user_id = $1', [userId]);
      await tx.query('delete from announcement_seen where user_id = $1', [userId]);
      await tx.query('delete from menu_shortcut where user_id = $1', [userId]);
    },
    routes: serveArtwork,
    seed: () => seedContent(database, now()),
    calls: {
      'GET /news/index_pop': async ({ language, user }) => {
        const choice = { topic: 'announcements', channel: 'app' } as const;
        if (user && !(await wants(database, { userId: user.id, ...choice }))) return { item: null };
        return announcement(database, language, user?.id ?? null);
      },
      'POST /news/pop_seen': async ({ user }, { id }) => {
        await readAnnouncement(database, user.id, id);
        await database.transaction(async (tx) => tx.notify(user.id, { kind: 'message' }));
        return {};
      },
      'GET /staff/announcements': async () => {
        return announcementsForStaff(database);
      },
      'GET /staff/announcement': async (_, { id }) => {
        return announcementTexts(database, id);
      },
      'POST /staff/announcements/save': async ({ staff }, input) => {
        return saveAnnouncement(database, input, { staffId: staff.id, at: now() });
      },
      'POST /staff/announcements/show': async ({ staff }, input) => {
        await showAnnouncement(database, input, { staffId: staff.id, at: now() });
        return {};
      },
      'POST /staff/announcements/pop': async ({ staff }, input) => {
        await setPop(database, input, { staffId: staff.id, at: now() });
        return {};
      },
      'POST /news/list': ({ language }, payload) => listNews(database, language, payload),
      'POST /news/detail': ({ language }, { id }) => newsById(database, language, id),
      'GET /help/articles': ({ language }) => listHelp(database, language),
      'GET /help/article': ({ language }, { id }) => helpArticle(database, language, id),
      'GET /help/search': ({ language }, { query }) => searchHelp(database, language, query),
      'POST /help/helpful': async ({ user, address }, input) => {
        await voteHelpful(database, input, { userId: user?.id ?? null, address, now: now() });
        return {};
      },
      'GET /menu': async ({ language }) => ({
        list: (await itemsInOrder(database, language, 'menu')).map(({ key, title, lead, link, section }) => ({
          key,
          title,
          path: link ?? '',
          group: (section ?? 'more') as Group,
          badge: lead || null,
        })),
      }),
      'GET /menu/shortcuts': async ({ database: sql, user }) => ({ keys: await shortcutsOf(sql, user.id) }),
      'POST /menu/shortcuts': ({ database: sql, user }, { keys = [] }) =>
        sql.transaction(async (tx) => {
          const kept = [...new Set(keys)];
          await keepShortcuts(tx, user.id, kept);
          tx.notify(user.id, { kind: 'profile' });
          return { keys: kept.length > 0 ? kept : null };
        }),
      'GET /faq': async ({ language }) => ({
        list: (await itemsInOrder(database, language, 'faq')).map(({ id, lead, title, body }) => ({
          id,
          topic: lead,
          question: title,
          answer: body,
        })),
      }),
      'GET /contactus': async ({ language }) => {
        const stored = await readSettingsOf(database, ['contact_email', 'contact_phone', 'contact_address']);
        return {
          email: stored('contact_email'),
          phone: stored('contact_phone') || null,
          address: stored('contact_address') || null,
          hours: (await pageByKey(database, language, 'contactus')).body,
        };
      },
      'POST /contactus': async ({ user }, feedback) => {
        const at = now();
        const { email, title, content: text } = feedback;
        const [row] = await execute(
          database,
          db
            .insertInto('feedback')
            .values({ user_id: user.id, email, title, content: text, at: new Date(at) })
            .returning('id'),
        );
        if (!row) throw new Error('the feedback has no id');
        return { id: row.id, at };
      },
      'GET /aboutus': ({ language }) => article(language, 'aboutus'),
      'GET /terms': ({ language }) => article(language, 'terms'),
      'GET /privacy': ({ language }) => article(language, 'privacy'),
      'GET /operational_compliance': ({ language }) => article(language, 'operational_compliance'),
    },
  };
});
