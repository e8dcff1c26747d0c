import type { IncomingHttpHeaders } from 'node:http';
import { successEnvelope } from '@tessera/api/kit';
import { type ReleaseRight, releaseRight, rightsOfRole } from '@tessera/api/kit/rights';
import { staffContract } from '@tessera/api/staff/contract';
import * as z from 'zod/mini';

/** The signed-in member of the staff who makes the request, with their rights to releases, also of other times. */
export type StaffMember = { readonly account: string; readonly rights: readonly ReleaseRight[] };

/** The session does not exist or cannot be verified now; the message states which. */
export class StaffAuthError extends Error {
  override name = 'StaffAuthError';
  readonly status: 401 | 429 | 503;
  constructor(status: 401 | 429 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * What shows that a request is made by the session's key in the session's browser, as its headers have it: the backend
 * checks both. The cookie has another name behind TLS.
 */
export type StaffProof = Partial<Record<(typeof PROVES)[number], string>>;

const PROVES = ['dpop', 'cookie', 'x-forwarded-proto'] as const;

/** The headers of a request that its session is proved by. */
export const proofOf = (headers: IncomingHttpHeaders): StaffProof =>
  Object.fromEntries(PROVES.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));

/** `address` is that of the client: rate limits of the backend apply to it, not to the registry. */
export type AskStaff = (token: string, address: string, proof?: StaffProof) => Promise<StaffMember>;

/** With which tokens of machines begin. */
const MACHINE = 'tsm_';
const machineCall = staffContract['POST /staff/machines/check'];
const machine = successEnvelope(machineCall.output);

const call = staffContract['GET /staff/me'];
// Only the required fields: registry and backend may have different versions. A backend of before sends no rights: the role
// has those that it had.
const member = successEnvelope(
  z.extend(z.pick(call.output, { account: true, role: true }), { rights: z.optional(z.array(releaseRight)) }),
);
const envelope = z.looseObject({});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Verifies a token with the backend: of a session, or of a machine. Rejects with StaffAuthError. */
export function askBackend(backend: string, request: typeof fetch = fetch): AskStaff {
  /** The body of a response that is not a fault. */
  async function ask(path: string, init: RequestInit): Promise<unknown> {
    let status: number;
    let text: string;
    try {
      const response = await request(`${backend}/api${path}`, { ...init, signal: AbortSignal.timeout(5_000) });
      status = response.status;
      text = await response.text();
    } catch {
      throw new StaffAuthError(503, 'The backend, which verifies staff sessions, is not available.');
    }
    const received = parse(text);
    if (status === 429) throw new StaffAuthError(429, 'Too many calls from this address: try again in a minute.');
    if (status >= 500 || !envelope.safeParse(received).success) {
      throw new StaffAuthError(503, 'The backend, which verifies staff sessions, is not available.');
    }
    return received;
  }
  return async (token, address, proof) => {
    const client = { 'x-forwarded-for': address };
    if (token.startsWith(MACHINE)) {
      const { method, path } = machineCall;
      const reading = machine.safeParse(
        await ask(path, { method, headers: client, body: new URLSearchParams({ token }) }),
      );
      if (reading.success) return reading.data.message;
      throw new StaffAuthError(401, 'This token is unknown, expired or revoked.');
    }
    const headers = { authorization: `Bearer ${token}`, ...client, ...proof };
    const reading = member.safeParse(await ask(call.path, { method: call.method, headers }));
    if (!reading.success) throw new StaffAuthError(401, 'This needs a staff session: log in again.');
    const { account, role, rights } = reading.data.message;
    return { account, rights: rights ?? rightsOfRole(role) };
  };
}
