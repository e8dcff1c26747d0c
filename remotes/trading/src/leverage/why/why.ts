import { lazyPart } from '@tessera/ui/lazy-part';

export type { OutlookFigure } from './OutlookWhy.tsx';
export type { PositionFigure } from './PositionWhy.tsx';

/* What is behind a figure is fetched when it is asked for. */

export const PositionWhy = lazyPart(() => import(/* webpackChunkName: "why" */ './PositionWhy.tsx'));
export const OutlookWhy = lazyPart(() => import(/* webpackChunkName: "why" */ './OutlookWhy.tsx'));
export const EquityWhy = lazyPart(() => import(/* webpackChunkName: "why" */ './EquityWhy.tsx'));
