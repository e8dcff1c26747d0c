import { routes } from '../../kit/route.ts';

export const instrumentsRoutes = routes({
  'GET /currency/list': { access: 'public' },
  'GET /currency/quotation_new': { access: 'public' },
  'GET /currency/sparklines': { access: 'public' },
  'GET /currency/listed': { access: 'public' },
  'GET /currency/new_timeshar': { access: 'public' },
  'GET /market/heads': { access: 'public' },
  'GET /market/ticks': { access: 'public' },
  'GET /staff/instruments': { access: 'staff' },
  'GET /staff/instruments/changes': { access: 'staff' },
  'POST /staff/instruments/change': { access: 'staff' },
  'POST /staff/instruments/add': { access: 'staff' },
  'POST /staff/instruments/halt': { access: 'staff' },
  'POST /staff/instruments/resume': { access: 'staff' },
  'GET /staff/calendars': { access: 'staff' },
  'POST /staff/calendars/change': { access: 'staff' },
  'GET /staff/currencies': { access: 'staff' },
  'POST /staff/currencies/change': { access: 'staff' },
  'POST /staff/currencies/add': { access: 'staff' },
});
