export type { LeverageContract } from './contract.ts';
export * from './queries.ts';
export { leverageRoutes } from './routes.ts';
export * from './rules.ts';
export type {
  Deal,
  LeverAccount,
  LeverOrder,
  LeverPlacement,
  LeverTrigger,
  Position,
  PositionFilter,
  PositionSide,
  PositionStatus,
} from './wire.ts';
