export { look, type RampStage, rampStageSchema, record, stageOf } from './ramp-stage.ts';
export { eValue, shouldHalt } from './ramp-test.ts';
export { REPORT_LIMIT } from './reports.ts';
export { addBatch, emptyTally, healthOf, keepLive, type Tally, tallySchema } from './tally.ts';
