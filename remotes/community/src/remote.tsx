import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'community',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    'message-center': () => import('./pages/message-center/MessageCenterPage.tsx'),
    messages: () => import('./pages/messages/MessageListPage.tsx'),
    announcements: () => import('./pages/announcements/AnnouncementListPage.tsx'),
    announcement: () => import('./pages/announcement/AnnouncementPage.tsx'),
    'not-built': notBuiltPage('community'),
  },
});
