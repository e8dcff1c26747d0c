export type { PlansContract } from './contract.ts';
export {
  type Plan,
  type PlanSlot,
  usePlan,
  usePlanOrders,
  usePlans,
  useStartPlan,
  useStopPlan,
} from './queries.ts';
export { plansRoutes } from './routes.ts';
export * from './rules.ts';
