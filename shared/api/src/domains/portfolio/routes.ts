import { routes } from '../../kit/route.ts';

export const portfolioRoutes = routes({
  'GET /finance/portfolio': { access: 'user', reads: ['balance', 'order'], localized: true },
});
