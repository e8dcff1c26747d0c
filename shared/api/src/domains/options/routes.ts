import { routes } from '../../kit/route.ts';

export const optionsRoutes = routes({
  'GET /microtrade/payable_currencies': { access: 'user', reads: ['balance'] },
  'GET /microtrade/seconds': { access: 'public' },
  'POST /microtrade/submit': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'GET /microtrade/lists': { access: 'user', reads: ['order'] },
  'GET /microtrade/get_result': { access: 'user', reads: ['order'] },
  'GET /microtrade/proof': { access: 'user', reads: ['order'] },
  'GET /microtrade/house': { access: 'public' },
  'GET /staff/options': { access: 'staff' },
  'POST /staff/options/term': { access: 'staff' },
  'POST /staff/options/limits': { access: 'staff' },
  'POST /staff/options/resume': { access: 'staff' },
});
