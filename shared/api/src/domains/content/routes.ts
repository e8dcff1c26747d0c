import { routes } from '../../kit/route.ts';

export const contentRoutes = routes({
  'GET /news/index_pop': { access: 'public', localized: true },
  'POST /news/pop_seen': { access: 'user', changes: ['message'] },
  'GET /staff/announcements': { access: 'staff' },
  'POST /staff/announcements/pop': { access: 'staff' },
  'POST /news/list': { access: 'public', localized: true },
  'POST /news/detail': { access: 'public', localized: true },
  'GET /help/articles': { access: 'public', localized: true },
  'GET /help/article': { access: 'public', localized: true },
  'GET /help/search': { access: 'public', localized: true },
  'POST /help/helpful': { access: 'public', limit: 'messages' },
  'GET /menu': { access: 'public', localized: true },
  'GET /menu/shortcuts': { access: 'user', reads: ['profile'] },
  'POST /menu/shortcuts': { access: 'user', changes: ['profile'] },
  'GET /faq': { access: 'public', localized: true },
  'GET /contactus': { access: 'public', localized: true },
  'POST /contactus': { access: 'user', limit: 'messages' },
  'GET /aboutus': { access: 'public', localized: true },
  'GET /terms': { access: 'public', localized: true },
  'GET /privacy': { access: 'public', localized: true },
  'GET /operational_compliance': { access: 'public', localized: true },
});
