import * as z from 'zod/mini';

/** HTTP status of each error of the release rules and the store. */
export const releaseErrors = {
  version_unknown: 404,
  remote_unknown: 404,
  epoch_unknown: 404,
  preview_unknown: 404,
  epoch_taken: 409,
  already_live: 409,
  version_exists: 409,
  nothing_stable: 422,
  nothing_to_undo: 422,
  ramp_running: 422,
  no_steps: 422,
  previews_full: 422,
  value_invalid: 422,
  reason_missing: 422,
  incompatible: 422,
  route_taken: 422,
  build_incomplete: 422,
  descriptor_invalid: 422,
  key_unknown: 422,
  store_damaged: 500,
  store_full: 507,
  store_refused: 500,
  store_unconditional: 500,
  store_unreachable: 503,
} as const;

/** The same for errors of the service itself, or of the gateway on its behalf. */
export const serviceErrors = {
  bad_input: 400,
  staff_session_missing: 401,
  forbidden: 403,
  overrides_off: 403,
  publishing_off: 403,
  not_found: 404,
  too_many: 429,
  fault: 500,
  backend_unavailable: 503,
  registry_unavailable: 503,
} as const;

export type RegistryErrorCode = keyof typeof releaseErrors | keyof typeof serviceErrors;

const statuses: Readonly<Record<string, number>> = { ...releaseErrors, ...serviceErrors };

/** HTTP status of an error code; 422 for codes that are not listed (rule violations). */
export const statusOfError = (code: string): number => statuses[code] ?? 422;

/** Body of every error response. */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  /** The reasons for a rejected release, if there are several. */
  reasons: z.optional(z.array(z.object({ code: z.string(), message: z.string(), subject: z.optional(z.string()) }))),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
export type Reason = NonNullable<ErrorBody['reasons']>[number];

/** Types an error body: its code must be one of this API. */
export const errorBody = (error: RegistryErrorCode, message: string): ErrorBody => ({ error, message });
