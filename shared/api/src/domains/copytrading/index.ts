export type { CopytradingContract } from './contract.ts';
export {
  useApplication,
  useApply,
  useCancelFollow,
  useCopies,
  useFollow,
  useFollowing,
  useResign,
  useSelfHolding,
  useStatements,
  useTrader,
  useTraderHistory,
  useTraders,
} from './queries.ts';
export { copytradingRoutes } from './routes.ts';
export type {
  Application,
  CopiedTrade,
  Follow,
  Following,
  FollowTerms,
  SkipReason,
  SourceTrade,
  Statement,
  Trader,
  TraderDetail,
  TraderFilter,
} from './wire.ts';
