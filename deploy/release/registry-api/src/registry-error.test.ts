import { expect, test } from 'vitest';
import { errorOf } from './registry-error.ts';

const body = (error: string) => ({ error, message: `${error}, in words` });

test.each([
  [400, 'bad_input', 'invalid'],
  [401, 'staff_session_missing', 'session'],
  [403, 'forbidden', 'forbidden'],
  [404, 'version_unknown', 'unknown'],
  [409, 'already_live', 'conflict'],
  [422, 'nothing_stable', 'rejected'],
  [429, 'too_many', 'busy'],
  [500, 'store_damaged', 'fault'],
  [503, 'backend_unavailable', 'backend'],
  [503, 'registry_unavailable', 'down'],
])('%i %s is of kind %s, with code and message of the registry', (status, code, kind) => {
  expect(errorOf(status, body(code))).toMatchObject({ kind, code, message: `${code}, in words` });
});

test.each([
  [401, 'down'],
  [403, 'down'],
  [429, 'busy'],
  [404, 'down'],
  [502, 'down'],
  [504, 'down'],
])('%i from another server is of kind %s', (status, kind) => {
  expect(errorOf(status, undefined)).toMatchObject({ kind, reasons: [] });
  expect(errorOf(status, { error: 'gateway_fault' })).toMatchObject({ kind });
});
