import { routes } from '../../kit/route.ts';

export const instrumentsRoutes = routes({
  'GET /currency/list': { access: 'public' },
  'GET /currency/quotation_new': { access: 'public' },
  'GET /currency/new_timeshar': { access: 'public' },
});
