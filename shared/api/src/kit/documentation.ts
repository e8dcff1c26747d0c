import type { Call } from './contract.ts';
import type { Access } from './route.ts';

const accessNotes: Readonly<Record<Access, string>> = {
  public: 'Public.',
  user: 'Needs a session; without one the response is 999.',
  verified: 'Needs a session (else 999) of a user verified at level 1 or above (else 998).',
  staff: 'Needs a staff session.',
};

/**
 * The OpenAPI documentation of a call besides its schemas. `built`: the backend has a handler. The document must declare
 * the security scheme `token`.
 */
export function documentationOf(call: Call, built: boolean) {
  const [, area = 'config'] = call.path.split('/');
  const notes = [
    accessNotes[call.access],
    call.idempotent ? 'Needs an `Idempotency-Key` header.' : '',
    call.errors.length > 0 ? `Errors: ${call.errors.map((code) => `\`${code}\``).join(', ')}.` : '',
    call.staff?.members === 2
      ? 'Takes two members: returns the stored change as `proposed`, unless one member may do it alone. See `GET /staff/changes`.'
      : '',
    built ? '' : 'Not built yet: returns `function_under_development`.',
  ];
  return {
    summary: call.summary,
    description: notes.filter(Boolean).join(' '),
    tags: [area],
    consumes: [call.encoding === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'],
    security: call.access === 'public' ? [] : [{ token: [] }],
  };
}
