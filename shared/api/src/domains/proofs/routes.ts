import { routes } from '../../kit/route.ts';

export const proofsRoutes = routes({
  'GET /proofs/funds': { access: 'public' },
  'GET /proofs/balance': { access: 'user', reads: ['balance'] },
});
