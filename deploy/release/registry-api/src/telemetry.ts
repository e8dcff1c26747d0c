import type { FailureKind, PageReports, ReportingPage, TelemetryBatch, Vital } from '@tessera/manifest';
import * as z from 'zod/mini';
import { RELEASE_VERSION, REMOTE_NAME } from './names.ts';

/** Ramps at the same time. */
const MAX_RAMPS = 20;

/** A page reports a few remotes with one use, one failure and four vitals each. */
export const MAX_REPORTS = 50;

export const FAILURE_KINDS = ['load', 'integrity', 'evaluation', 'render'] as const satisfies readonly FailureKind[];
export const VITALS = ['LCP', 'CLS', 'INP', 'screen'] as const satisfies readonly Vital[];

/** Ten minutes, in ms: longer durations come from suspended devices. */
const LONGEST = 600_000;
/** Upper bound of CLS; larger values come from broken measurements. */
const GREATEST_SHIFT = 100;

const ofVersion = {
  remote: z.string().check(z.regex(REMOTE_NAME)),
  version: z.string().check(z.regex(RELEASE_VERSION)),
};

const report = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('use'), ...ofVersion }),
  z.strictObject({ type: z.literal('failure'), ...ofVersion, kind: z.enum(FAILURE_KINDS) }),
  z
    .strictObject({
      type: z.literal('vital'),
      ...ofVersion,
      vital: z.enum(VITALS),
      value: z.number().check(z.minimum(0), z.maximum(LONGEST)),
    })
    .check(
      z.refine(({ vital, value }) => vital !== 'CLS' || value <= GREATEST_SHIFT, {
        path: ['value'],
        error: `a layout shift is at most ${GREATEST_SHIFT}`,
      }),
    ),
]);

/** One batch of a page; a failure must state its kind. */
export const telemetryBatchSchema = z.strictObject({
  epoch: z.int().check(z.minimum(1)),
  reports: z.array(report).check(z.minLength(1), z.maxLength(MAX_REPORTS)),
}) satisfies z.ZodMiniType<TelemetryBatch>;

const page = {
  epoch: z.int().check(z.minimum(1)),
  arms: z.array(z.string().check(z.maxLength(120))).check(z.maxLength(MAX_RAMPS)),
};

/** A page that asks for its nonce. */
export const reportingPageSchema = z.strictObject(page) satisfies z.ZodMiniType<ReportingPage>;

/** Reports as a page sends them, with its nonce. */
export const pageReportsSchema = z.extend(telemetryBatchSchema, {
  ...page,
  nonce: z.string().check(z.maxLength(80)),
}) satisfies z.ZodMiniType<PageReports>;
