import { routes } from '../../kit/route.ts';

export const messagesRoutes = routes({
  'GET /mailMessage/getDetail': { access: 'user', reads: ['message'], localized: true },
  'GET /mailMessage/unread': { access: 'user', reads: ['message', 'support'] },
  'GET /mailMessage/getList': { access: 'user', reads: ['message'], localized: true },
});
