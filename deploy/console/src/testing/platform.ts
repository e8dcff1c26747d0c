import type { StaffInstrument, StaffInstruments } from '@tessera/api/instruments';
import type { ListedChange } from '@tessera/api/staff';
import type {
  Change,
  OpenPreview,
  ReleaseEventSummary,
  ReleaseResult,
  RemoteStatus,
  Status,
  VersionSummary,
} from '@tessera/registry-api';
import { type FakeHandlers, FakeRegistryError, fakeRegistry } from '@tessera/registry-api/testing';
import type { Surroundings } from '../app/services.ts';
import { instrumentOf } from './instruments.ts';
import { changeOf, eventOf, healthOf, remoteOf, versionOf } from './releases.ts';

type FixedReply = { readonly status: number; readonly body: unknown };

/** Reply to a call: status and body, or no response. */
export type Reply = FixedReply | 'no connection' | 'no response';

/** A call that was made; `body` as it was sent, parsed. */
export type Call = { readonly key: string; readonly query: string; readonly body: Record<string, unknown> };

export const rejection = (
  status: number,
  error: string,
  message: string,
  reasons?: readonly { readonly code: string; readonly message: string }[],
): FixedReply => ({ status, body: { error, message, ...(reasons ? { reasons } : {}) } });

export const TOKEN = 'staff-token';
/** Start time of the tests, Unix ms. */
export const NOW = Date.UTC(2026, 10, 21, 13);

/** What the backend offers a member without a second factor. */
export const ENROLMENT = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Tessera', expires_at: NOW, options: '{}' };
export const RECOVERY_CODES = ['7K3M-QX2P-9HTA', '4WDR-8NYC-V6GE'];

const ok = (body: unknown): FixedReply => ({ status: 200, body });
const envelope = (message: unknown) => ok({ type: 'ok', message });
/** The backend's response for an unknown session. */
const SESSION_INVALID = ok({ type: '999', code: 999, message: 'Log in again', error: 'session_invalid' });

const words = ({ stable, ramp }: RemoteStatus): string | null =>
  [stable, ramp && `${ramp.version} at ${ramp.percent} %`].filter(Boolean).join(', ') || null;

/**
 * Fake registry and backend of the staff page: HTTP in the form of the contract. It counts epochs like the registry and
 * applies releases; a test sets what it rejects.
 */
export class Platform {
  account = { id: '3', account: 'olga@tessera.example', name: 'Olga Petrova', role: 'operator' };
  password = 'right';
  /** Authenticator code of the account; null while no second factor is set up. */
  code: string | null = null;
  sessionEnded = false;
  /** ms without input after which the session ends. */
  idleMs = 30 * 60_000;
  status: Status = {
    epoch: 7,
    issuedAt: NOW - 3_600_000,
    expiresAt: NOW + 29 * 86_400_000,
    host: '0.8.0-host',
    chain: 'whole',
    remotes: [
      remoteOf({ previous: '0.7.0', undo: { to: '0.7.0' }, health: [healthOf('0.8.0', 640, 2)] }),
      remoteOf({ name: 'markets', stable: '0.5.0', newest: '0.5.0', undo: { to: null } }),
    ],
    bar: { shown: ['markets', 'finance'], hidden: [] },
  };
  events: readonly ReleaseEventSummary[] = [eventOf(7), eventOf(6, { changes: [changeOf('markets', null, '0.5.0')] })];
  versions: readonly VersionSummary[] = [
    versionOf('0.9.0'),
    versionOf('0.8.0', { live: 'stable', wasStable: true }),
    versionOf('0.7.0', { live: 'previous', wasStable: true }),
  ];
  previews: readonly OpenPreview[] = [];
  misfits: StaffInstruments['misfits'] = [];
  instruments: readonly StaffInstrument[] = [
    instrumentOf('BTC/USDT'),
    instrumentOf('ETH/USDT', { name: 'Ethereum', halt: 'a fork of the chain', version: 4 }),
  ];
  changes: readonly ListedChange[] = [];
  /** Whether the session proved its second factor a short while ago. */
  confirmed = true;
  /** What changed since the epoch that a revert goes back to. */
  difference: readonly Change[] = [];
  readonly calls: Call[] = [];
  readonly #replies = new Map<string, Reply>();

  /** Sets the reply to all calls of a kind, such as `POST /registry/ramp`. */
  reply(key: string, reply: Reply): void {
    this.#replies.set(key, reply);
  }

  /** Undoes `reply`. */
  recover(): void {
    this.#replies.clear();
  }

  /** Bodies of the calls of a kind. */
  sent = (key: string): readonly Record<string, unknown>[] =>
    this.calls.filter((call) => call.key === key).map(({ body }) => body);

  remote(name: string): RemoteStatus {
    const remote = this.status.remotes.find((each) => each.name === name);
    if (!remote) throw new Error(`${name} is not live`);
    return remote;
  }

  /** Replaces the figures of a remote without a release. */
  change(name: string, change: Partial<RemoteStatus>): void {
    const remotes = this.status.remotes.map((each) => (each.name === name ? { ...each, ...change } : each));
    this.status = { ...this.status, remotes };
  }

  /** Makes a release. */
  release(
    kind: string,
    name: string,
    change: Partial<RemoteStatus>,
    by: Partial<ReleaseEventSummary> = {},
  ): ReleaseResult {
    const from = words(this.remote(name));
    this.change(name, change);
    const changes = [changeOf(name, from, words(this.remote(name)))];
    const epoch = this.status.epoch + 1;
    this.status = { ...this.status, epoch, issuedAt: NOW };
    this.events = [eventOf(epoch, { kind, changes, who: this.account.account, ...by }), ...this.events];
    return { epoch, changes };
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { method, url, headers, text } = await requestOf(input, init);
    const { pathname, search } = new URL(url);
    const key = `${method} ${pathname}`;
    const body = bodyOf(text);
    this.calls.push({ key, query: search, body });
    const reply = this.#replies.get(key);
    if (reply === 'no connection') throw new TypeError('Failed to fetch');
    if (reply === 'no response') return new Promise((_, reject) => rejectOnAbort(input, init, reject));
    if (reply) return responseOf(reply);
    const known = !this.sessionEnded && (headers.get('authorization') ?? '').endsWith(TOKEN);
    if (pathname.startsWith('/api/')) return responseOf(this.#backend(key, known, body));
    if (!known) return responseOf(rejection(401, 'staff_session_missing', 'This needs a staff session: log in again.'));
    if (method === 'POST' && !['operator', 'admin'].includes(this.account.role)) {
      return responseOf(rejection(403, 'forbidden', 'Your role reads releases.'));
    }
    return fakeRegistry(this.#registry, new Request(url, { method, ...(text === '' ? {} : { body: text }) }));
  };

  /** Uploads are calls like others, with the name of the file as their body. */
  readonly transmit: NonNullable<Surroundings['transmit']> = async (url, { body }) => {
    const file = body.get('file');
    const sent = new URLSearchParams({ file: file instanceof File ? file.name : '' });
    const response = await this.fetch(url.split('?')[0] ?? url, {
      method: 'POST',
      body: sent,
      headers: { authorization: TOKEN },
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  #backend(key: string, known: boolean, body: Record<string, unknown>): FixedReply {
    if (key === 'POST /api/staff/login') return this.#logIn(body);
    if (key === 'POST /api/staff/factor/begin') return envelope(ENROLMENT);
    if (key === 'POST /api/staff/factor/confirm') return this.#enrol(body);
    if (!known) return SESSION_INVALID;
    if (key === 'GET /api/staff/instruments')
      return envelope({ version: 4, list: this.instruments, misfits: this.misfits });
    if (key.startsWith('POST /api/staff/instruments/')) return this.#changeInstrument(key, body);
    if (key === 'GET /api/staff/changes') return envelope({ list: this.changes });
    if (key === 'POST /api/staff/confirm') return this.#confirm(body);
    return key === 'GET /api/staff/me'
      ? envelope({ ...this.account, expires_at: NOW + 3_600_000, idle_ms: this.idleMs })
      : envelope(null);
  }

  #confirm({ totp }: Record<string, unknown>): FixedReply {
    if (totp !== this.code) {
      return ok({ type: 'error', code: 0, message: 'The authenticator code is incorrect', error: 'totp_wrong' });
    }
    this.confirmed = true;
    return envelope({ confirmed_until: NOW + 300_000 });
  }

  #changeInstrument(key: string, { symbol, version, reason, ...changes }: Record<string, unknown>): FixedReply {
    const halts = key.endsWith('/halt');
    if (!this.confirmed && !halts) {
      return ok({ type: 'error', code: 0, message: 'Confirm that it is you', error: 'confirmation_required' });
    }
    const before = this.instruments.find((each) => each.symbol === symbol);
    if (!before || (version !== undefined && String(before.version) !== version)) {
      return ok({ type: 'error', code: 0, message: 'It was changed in the meantime', error: 'changed_meanwhile' });
    }
    const halt = key.endsWith('/resume') ? null : halts ? String(reason) : before.halt;
    const after = { ...before, ...changes, halt, version: before.version + 1 };
    this.instruments = this.instruments.map((each) => (each === before ? after : each));
    return envelope(after);
  }

  #logIn({ user_string, password, totp, recovery_code }: Record<string, unknown>): FixedReply {
    if (user_string !== this.account.account || password !== this.password) {
      return ok({ type: 'error', code: 0, message: 'Account or password is incorrect', error: 'wrong_credentials' });
    }
    if (this.code !== null && totp !== this.code && recovery_code !== RECOVERY_CODES[0]) {
      const error = totp === undefined && recovery_code === undefined ? 'totp_required' : 'totp_wrong';
      return ok({ type: 'error', code: 0, message: 'The authenticator code is incorrect', error });
    }
    if (this.code === null) {
      return ok({
        type: 'error',
        code: 0,
        message: 'Set up a second factor first',
        error: 'factor_enrolment_required',
      });
    }
    return envelope(this.#signedIn());
  }

  #enrol({ totp }: Record<string, unknown>): FixedReply {
    if (totp !== '123456') {
      return ok({ type: 'error', code: 0, message: 'The authenticator code is incorrect', error: 'totp_wrong' });
    }
    this.code = totp;
    return envelope({ ...this.#signedIn(), recovery_codes: RECOVERY_CODES });
  }

  #signedIn() {
    this.sessionEnded = false;
    const { id, name, role } = this.account;
    return { token: TOKEN, expires_at: NOW + 8 * 3_600_000, staff: { id, name, role } };
  }

  /** Rejects a release that expects an older epoch. */
  #require(expectedEpoch: number | undefined): void {
    if (expectedEpoch === this.status.epoch) return;
    throw new FakeRegistryError('epoch_taken', `Epoch ${this.status.epoch} was released in the meantime.`);
  }

  readonly #registry: FakeHandlers = {
    'GET /registry/status': async () => this.status,
    'GET /registry/history': async ({ limit }) => ({ moves: this.events.slice(0, limit) }),
    'GET /registry/versions/:name': async () => ({ versions: [...this.versions] }),
    'GET /registry/diff': async () => ({ from: 7, to: 1, changes: [...this.difference] }),
    'POST /registry/promote': async ({ name, version, why, expectedEpoch }) => {
      this.#require(expectedEpoch);
      const previous = this.remote(name).stable;
      return this.release('promote', name, { stable: version, previous, ramp: null }, { why });
    },
    'POST /registry/ramp': async ({ name, version, percent, why, expectedEpoch }) => {
      this.#require(expectedEpoch);
      return this.release('ramp', name, { ramp: { version, percent, since: NOW, evidence: 1 } }, { why });
    },
    'POST /registry/hold': async ({ name, why, expectedEpoch }) => {
      this.#require(expectedEpoch);
      return this.release('ramp', name, {}, { why });
    },
    'POST /registry/resume': async ({ name, why, expectedEpoch }) => {
      this.#require(expectedEpoch);
      return this.release('ramp', name, {}, { why });
    },
    'POST /registry/rollback': async ({ name = '', to, why, compromised, expectedEpoch }) => {
      this.#require(expectedEpoch);
      const result = this.release('rollback', name, { stable: to ?? null, ramp: null, undo: null }, { why });
      return compromised ? { ...result, compromised: { from: NOW - 3_600_000, until: NOW } } : result;
    },
    'POST /registry/revert': async ({ why, expectedEpoch }) => {
      this.#require(expectedEpoch);
      return this.release('revert', 'finance', { stable: '0.7.0', ramp: null }, { why });
    },
    'POST /registry/preview': async ({ name, version, minutes, why }) => {
      const [id, expiresAt] = ['3f9a2c41d05b62f1', NOW + minutes * 60_000];
      this.previews = [{ id, name, version, who: this.account.account, why, at: NOW, expiresAt }, ...this.previews];
      return { id, path: '/h5/?preview=p1', expiresAt };
    },
    'GET /registry/previews': async () => ({ previews: [...this.previews] }),
    'POST /registry/end-preview': async ({ id, expectedEpoch }) => {
      this.#require(expectedEpoch);
      this.previews = this.previews.filter((preview) => preview.id !== id);
      return { epoch: this.status.epoch + 1, changes: [] };
    },
    'POST /registry/tabs': async ({ tabs, expectedEpoch }) => {
      this.#require(expectedEpoch);
      const epoch = this.status.epoch + 1;
      this.status = { ...this.status, epoch, bar: { shown: tabs ?? ['markets', 'finance'], hidden: [] } };
      return { epoch, changes: [] };
    },
  };
}

const responseOf = ({ status, body }: FixedReply): Response => Response.json(body, { status });

async function requestOf(input: RequestInfo | URL, init: RequestInit | undefined) {
  if (input instanceof Request) {
    return { method: input.method, url: input.url, headers: input.headers, text: await input.clone().text() };
  }
  const text = typeof init?.body === 'string' || init?.body instanceof URLSearchParams ? String(init.body) : '';
  return { method: init?.method ?? 'GET', url: String(input), headers: new Headers(init?.headers), text };
}

/** Parses JSON for the registry, or a form for the backend. */
function bodyOf(text: string): Record<string, unknown> {
  if (text.startsWith('{')) return JSON.parse(text);
  return Object.fromEntries(new URLSearchParams(text));
}

function rejectOnAbort(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  reject: (reason: unknown) => void,
): void {
  const signal = input instanceof Request ? input.signal : init?.signal;
  signal?.addEventListener('abort', () => reject(signal.reason));
}
