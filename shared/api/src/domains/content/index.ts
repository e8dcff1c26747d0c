import type { Output } from '../../kit/contract.ts';
import type { ContentContract } from './contract.ts';

export type { ContentContract } from './contract.ts';
export * from './queries.ts';
export { contentRoutes } from './routes.ts';

export type ContentItem = Output<ContentContract['POST /news/list']>['list'][number];
export type PopUp = NonNullable<Output<ContentContract['GET /news/index_pop']>['item']>;
export type MenuEntry = Output<ContentContract['GET /menu']>['list'][number];
