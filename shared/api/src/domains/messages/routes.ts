import { routes } from '../../kit/route.ts';

export const messagesRoutes = routes({
  'GET /mailMessage/getDetail': { access: 'user', reads: ['message'], localized: true },
  'GET /mailMessage/unread': { access: 'user', reads: ['message', 'support'] },
  'GET /mailMessage/getList': { access: 'user', reads: ['message'], localized: true },
  'POST /mailMessage/read': { access: 'user', changes: ['message'] },
  'GET /mailMessage/preferences': { access: 'user', reads: ['message'] },
  'POST /mailMessage/preferences': { access: 'user', changes: ['message'] },
  'POST /mailMessage/push/subscribe': { access: 'user', changes: ['message'] },
  'POST /mailMessage/push/unsubscribe': { access: 'user', changes: ['message'] },
});
