export {
  look,
  type RampedSlot,
  type RampStage,
  rampStageSchema,
  record,
  stageOf,
} from './ramp-stage.ts';
export {
  ALPHA,
  ALTERNATIVES,
  type Arms,
  begin,
  eValue,
  type Observation,
  observe,
  type RampEvidence,
  shouldHalt,
  TOLERANCE,
} from './ramp-test.ts';
export { MAX_REPORTS, REPORT_LIMIT, type ReportLimit, telemetryBatchSchema } from './reports.ts';
export {
  addBatch,
  type Counted,
  emptyTally,
  healthOf,
  keepLive,
  type Tally,
  tallySchema,
  type VersionHealth,
  type VersionTally,
} from './tally.ts';
