import { defineRemote, type PageLoader, type TextLoader } from '@tessera/i18n';
import { withTexts } from '@tessera/i18n/with-texts';

/** A screen with a conversation. */
const conversation = (page: PageLoader): PageLoader =>
  withTexts('conversation', (code) => import(`./conversation/i18n/${code}.json`), page);
const support = (page: PageLoader): PageLoader =>
  withTexts('support', (code) => import(`./support/i18n/${code}.json`), conversation(page));

const mapTexts: TextLoader = async (code) => (await import('@tessera/ui/map')).mapTexts(code);

export default defineRemote({
  name: 'community',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    'message-center': () => import('./pages/message-center/MessageCenterPage.tsx'),
    messages: () => import('./pages/messages/MessageListPage.tsx'),
    notifications: withTexts(
      'notifications',
      (code) => import(`./notifications/i18n/${code}.json`),
      () => import('./pages/notifications/NotificationsPage.tsx'),
    ),
    announcements: () => import('./pages/announcements/AnnouncementListPage.tsx'),
    announcement: () => import('./pages/announcement/AnnouncementPage.tsx'),
    'choose-location': withTexts('map', mapTexts, () => import('./pages/choose-location/ChooseLocationPage.tsx')),
    'open-location': withTexts('map', mapTexts, () => import('./pages/open-location/OpenLocationPage.tsx')),
    'customer-service': support(() => import('./pages/customer-service/CustomerServicePage.tsx')),
    ticket: support(() => import('./pages/ticket/TicketPage.tsx')),
    'ticket-moved': () => import('./pages/ticket-moved/TicketMovedPage.tsx'),
    chat: conversation(
      withTexts(
        'chat',
        (code) => import(`./chat/i18n/${code}.json`),
        () => import('./pages/chat/ChatPage.tsx'),
      ),
    ),
    quiz: withTexts(
      'quiz',
      (code) => import(`./quiz/i18n/${code}.json`),
      () => import('./pages/quiz/QuizPage.tsx'),
    ),
  },
});
