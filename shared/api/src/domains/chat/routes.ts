import { routes } from '../../kit/route.ts';

export const chatRoutes = routes({
  'GET /chat/rooms': { access: 'user', localized: true },
  'GET /chat/room': { access: 'user', reads: ['message'], localized: true },
  'GET /chat/messages': { access: 'user' },
  'POST /chat/send': { access: 'verified' },
  'POST /chat/react': { access: 'verified' },
  'POST /chat/delete': { access: 'user' },
  'POST /chat/withdraw': { access: 'user', changes: ['message'] },
  'POST /chat/report': { access: 'user' },
  'POST /chat/read': { access: 'user' },
  'GET /chat/muted': { access: 'user' },
  'POST /chat/mute': { access: 'user' },
  'GET /staff/chat': { access: 'staff' },
  'GET /staff/chat/messages': { access: 'staff' },
  'GET /staff/chat/log': { access: 'staff' },
  'POST /staff/chat/room': { access: 'staff' },
  'POST /staff/chat/post': { access: 'staff' },
  'POST /staff/chat/pin': { access: 'staff' },
  'POST /staff/chat/delete': { access: 'staff' },
  'POST /staff/chat/ban': { access: 'staff' },
  'POST /staff/chat/lift': { access: 'staff' },
});
