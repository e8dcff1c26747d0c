import { artistsRoutes } from './artists-routes.ts';
import { chainRoutes } from './chain-routes.ts';
import { drawRoutes } from './draw-routes.ts';
import { marketRoutes } from './market-routes.ts';

export const nftRoutes = { ...marketRoutes, ...drawRoutes, ...chainRoutes, ...artistsRoutes };
