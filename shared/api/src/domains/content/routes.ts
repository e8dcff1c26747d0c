import { routes } from '../../kit/route.ts';

export const contentRoutes = routes({
  'GET /news/index_pop': { access: 'public' },
  'POST /news/list': { access: 'public' },
  'POST /news/detail': { access: 'public' },
  'GET /menu': { access: 'public' },
  'GET /faq': { access: 'public' },
  'GET /contactus': { access: 'public' },
  'POST /contactus': { access: 'user', limit: 'messages' },
  'GET /aboutus': { access: 'public' },
  'GET /operational_compliance': { access: 'public' },
});
