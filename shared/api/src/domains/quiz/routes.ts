import { routes } from '../../kit/route.ts';

export const quizRoutes = routes({
  'GET /quiz/rounds': { access: 'public', localized: true },
  'GET /quiz/round': { access: 'public', localized: true },
  'GET /quiz/proof': { access: 'public' },
  'GET /quiz/terms': { access: 'public' },
  'GET /quiz/permission': { access: 'user', reads: ['profile'] },
  'POST /quiz/bet': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'GET /quiz/bets': { access: 'user', reads: ['order'], localized: true },
  'GET /quiz/bet': { access: 'user', reads: ['order'], localized: true },
  'POST /quiz/dispute': { access: 'user', changes: ['order'] },
  'GET /staff/quiz': { access: 'staff' },
  'POST /staff/quiz/series': { access: 'staff' },
  'POST /staff/quiz/limits': { access: 'staff' },
  'POST /staff/quiz/ask': { access: 'staff' },
  'POST /staff/quiz/approve': { access: 'staff' },
  'POST /staff/quiz/propose': { access: 'staff' },
  'POST /staff/quiz/confirm': { access: 'staff' },
  'POST /staff/quiz/reject': { access: 'staff' },
});
