import { routes } from '../../kit/route.ts';

export const messagesRoutes = routes({
  'GET /mailMessage/getList': { access: 'user', reads: ['message'], localized: true },
});
