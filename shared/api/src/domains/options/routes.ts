import { routes } from '../../kit/route.ts';

export const optionsRoutes = routes({
  'GET /microtrade/payable_currencies': { access: 'user' },
  'GET /microtrade/seconds': { access: 'public' },
  'POST /microtrade/submit': { access: 'user', idempotent: true, changes: ['balance'] },
  'GET /microtrade/lists': { access: 'user' },
  'GET /microtrade/get_result': { access: 'user' },
});
