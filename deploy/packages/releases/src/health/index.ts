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
export { REPORT_LIMIT, type ReportLimit } from './reports.ts';
export {
  addBatch,
  type Counted,
  emptyTally,
  healthOf,
  keepLive,
  type Tally,
  tallySchema,
  type VersionTally,
} from './tally.ts';
