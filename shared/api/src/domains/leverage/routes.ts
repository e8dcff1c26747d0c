import { routes } from '../../kit/route.ts';

/* Every command goes through the market, in one order with all others, and is executed once per key. */

export const leverageRoutes = routes({
  'POST /lever/deal': { access: 'user', reads: ['order', 'balance'] },
  'POST /lever/dealall': { access: 'user', reads: ['order', 'balance'] },
  'POST /lever/my_trade': { access: 'user', reads: ['order'] },
  'GET /lever/orders': { access: 'user', reads: ['order'] },
  'POST /lever/submit': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/amend': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/cancel': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/close': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/batch_close': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/reverse': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/margin': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /lever/setstop': { access: 'user', idempotent: true, changes: ['order'] },
  'POST /lever/trigger': { access: 'user', idempotent: true, changes: ['order'] },
  'PUT /lever/trigger': { access: 'user', idempotent: true, changes: ['order'] },
  'POST /lever/trigger/cancel': { access: 'user', idempotent: true, changes: ['order'] },
});
