import { defineContract } from '../../kit/contract.ts';
import { artistsSchemas } from './artists.ts';
import { chainSchemas } from './chain.ts';
import { drawSchemas } from './draw.ts';
import { marketSchemas } from './market.ts';
import { nftRoutes } from './routes.ts';

export const nftContract = defineContract(nftRoutes, {
  ...marketSchemas,
  ...drawSchemas,
  ...chainSchemas,
  ...artistsSchemas,
});
export type NftContract = typeof nftContract;
