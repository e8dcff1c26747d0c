import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

const notBuilt = notBuiltPage('community');

export default defineRemote({
  name: 'community',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/mailMessage/mailMessage': () => import('./pages/message-center/MessageCenterPage.tsx'),
    '/pages/mailMessage/mailMessageList': () => import('./pages/messages/MessageListPage.tsx'),
    '/pages/mailMessage/ggList': () => import('./pages/announcements/AnnouncementListPage.tsx'),
    '/pages/mailMessage/ggDetail': () => import('./pages/announcement/AnnouncementPage.tsx'),
    '/pages/kefu/index': notBuilt,
    '/pages/kefu/mail': notBuilt,
    '/pages/kf/kf': notBuilt,
    '/pages/game/game': notBuilt,
    '/pages/system/choose-location': notBuilt,
    '/pages/system/open-location': notBuilt,
  },
});
