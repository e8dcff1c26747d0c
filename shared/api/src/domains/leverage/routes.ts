import { routes } from '../../kit/route.ts';

export const leverageRoutes = routes({
  'POST /lever/deal': { access: 'user' },
  'POST /lever/submit': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /lever/dealall': { access: 'user' },
  'POST /lever/my_trade': { access: 'user' },
  'POST /lever/close': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /lever/batch_close': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /lever/setstop': { access: 'user' },
});
