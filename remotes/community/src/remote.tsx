import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'community',
  texts: (code) => import(`./i18n/${code}.json`),
  parts: {
    'community/chat': (code) => import(`./chat/i18n/${code}.json`),
    'community/conversation': (code) => import(`./conversation/i18n/${code}.json`),
    'community/notifications': (code) => import(`./notifications/i18n/${code}.json`),
    'community/quiz': (code) => import(`./quiz/i18n/${code}.json`),
    'community/support': (code) => import(`./support/i18n/${code}.json`),
    map: async (code) => (await import('@tessera/ui/map')).mapTexts(code),
  },
  pages: {
    'message-center': () => import('./pages/message-center/MessageCenterPage.tsx'),
    messages: () => import('./pages/messages/MessageListPage.tsx'),
    notifications: {
      load: () => import('./pages/notifications/NotificationsPage.tsx'),
      texts: ['community/notifications'],
    },
    announcements: () => import('./pages/announcements/AnnouncementListPage.tsx'),
    announcement: () => import('./pages/announcement/AnnouncementPage.tsx'),
    'choose-location': { load: () => import('./pages/choose-location/ChooseLocationPage.tsx'), texts: ['map'] },
    'open-location': { load: () => import('./pages/open-location/OpenLocationPage.tsx'), texts: ['map'] },
    'customer-service': {
      load: () => import('./pages/customer-service/CustomerServicePage.tsx'),
      texts: ['community/support', 'community/conversation'],
    },
    ticket: {
      load: () => import('./pages/ticket/TicketPage.tsx'),
      texts: ['community/support', 'community/conversation'],
    },
    'ticket-moved': () => import('./pages/ticket-moved/TicketMovedPage.tsx'),
    chat: { load: () => import('./pages/chat/ChatPage.tsx'), texts: ['community/chat', 'community/conversation'] },
    quiz: { load: () => import('./pages/quiz/QuizPage.tsx'), texts: ['community/quiz'] },
  },
});
