import { routes } from '../../kit/route.ts';

export const staffRoutes = routes({
  'POST /staff/login': { access: 'public', opens: true, limit: 'guesses' },
  'POST /staff/passkey/begin': { access: 'public', limit: 'guesses' },
  'POST /staff/factor/begin': { access: 'public', limit: 'guesses' },
  'POST /staff/factor/confirm': { access: 'public', opens: true, limit: 'guesses' },
  'POST /staff/confirm/begin': { access: 'staff' },
  'POST /staff/confirm': { access: 'staff', limit: 'guesses' },
  'GET /staff/members': { access: 'staff' },
  'POST /staff/members/reset_factor': { access: 'staff' },
  'GET /staff/me': { access: 'staff' },
  'POST /staff/logout': { access: 'staff' },
  'GET /staff/queues': { access: 'staff' },
  'GET /staff/queue/list': { access: 'staff' },
  'GET /staff/queue/show': { access: 'staff' },
  'POST /staff/queue/claim': { access: 'staff' },
  'POST /staff/queue/release': { access: 'staff' },
  'POST /staff/queue/approve': { access: 'staff' },
  'GET /staff/changes': { access: 'staff' },
  'POST /staff/changes/approve': { access: 'staff' },
  'POST /staff/changes/end': { access: 'staff' },
  'POST /staff/queue/reject': { access: 'staff' },
});
