import { routes } from '../../kit/route.ts';

export const staffRoutes = routes({
  'POST /staff/login': { access: 'public', limit: 'guesses' },
  'GET /staff/me': { access: 'staff' },
  'POST /staff/logout': { access: 'staff' },
  'GET /staff/deposit/list': { access: 'staff' },
  'POST /staff/deposit/review': { access: 'staff', idempotent: true, changes: ['balance'] },
});
