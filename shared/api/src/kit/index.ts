/* The contract language, without state: for domains' contracts, the backend and the registry. Pages use `@tessera/api`. */

export {
  type Call,
  type Calls,
  defineContract,
  type Encoding,
  type Input,
  type Method,
  type Output,
  type ReadInput,
} from './contract.ts';
export { documentationOf } from './documentation.ts';
export { type FailureEnvelope, failureEnvelope, successEnvelope } from './envelope.ts';
export type { ErrorCode } from './errors/codes.ts';
export { type Problem, problemOf, type Reading, readInput } from './problem.ts';
export { parseClientFrame, realtimeLimits } from './realtime/frames.ts';
export { type Access, type CallId, type LimitGroup, type Route, type Routes, routes, type Topic } from './route.ts';
export {
  type CurrentValues,
  MONEY_ROLES,
  STOP_ROLES,
  type StaffPolicy,
  type StaffRole,
  staffRoles,
} from './staff-policy.ts';
export { type QueueName, staffQueues } from './staff-queues.ts';
export { choosesPayee, movesMoneyOut, type ValuePolicy, type Way } from './value-policy.ts';
