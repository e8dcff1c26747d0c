import type { Access, Call } from './call.ts';

const accessNotes: Readonly<Record<Access, string>> = {
  public: 'Open to everybody.',
  user: 'Needs a session; without one the answer is 999.',
  verified: 'Needs a session (else 999) of a user verified at level 1 or above (else 998).',
  staff: 'Needs a staff session.',
};

/** What OpenAPI says of a call beside its schemas; the document must declare the security scheme `token`. */
export function documentationOf(call: Call) {
  const [, area = 'config'] = call.path.split('/');
  const notes = [
    accessNotes[call.access],
    call.idempotent ? 'Needs an `Idempotency-Key` header.' : '',
    call.errors.length > 0 ? `Errors: ${call.errors.map((code) => `\`${code}\``).join(', ')}.` : '',
    call.built ? '' : 'Not built yet: answers `function_under_development`.',
  ];
  return {
    summary: call.summary,
    description: notes.filter(Boolean).join(' '),
    tags: [area],
    consumes: [call.encoding === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'],
    security: call.access === 'public' ? [] : [{ token: [] }],
  };
}
