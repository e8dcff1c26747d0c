/** The signed-in member of the staff who makes the request, and whether their role may release. */
export type StaffMember = { readonly account: string; readonly mayRelease: boolean };

/** The session is none, or nobody can say so now; the message says which. */
export class StaffRefusal extends Error {
  override name = 'StaffRefusal';
  readonly status: 401 | 429 | 503;
  constructor(status: 401 | 429 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/** `address` is that of whoever shows the token: it, not the registry, is limited in guessing. */
export type AskStaff = (token: string, address: string) => Promise<StaffMember>;

const RELEASERS: ReadonlySet<string> = new Set(['operator', 'admin']);

type Answer = {
  readonly type?: string;
  readonly message?: { readonly account?: string; readonly role?: string };
};

/** What the backend answered; undefined if it is nothing that the backend answers. */
function answerIn(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}

/** Asks the backend whose session a token is. Rejects with StaffRefusal. */
export function askBackend(backend: string, request: typeof fetch = fetch): AskStaff {
  return async (token, address) => {
    let status: number;
    let text: string;
    try {
      const answer = await request(`${backend}/api/staff/me`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
        signal: AbortSignal.timeout(5_000),
      });
      status = answer.status;
      text = await answer.text();
    } catch {
      throw new StaffRefusal(503, 'The backend, which knows the staff, is not available.');
    }
    const answer = answerIn(text);
    if (status === 429) throw new StaffRefusal(429, 'Too many calls from this address: try again in a minute.');
    if (status >= 500 || !answer) {
      throw new StaffRefusal(503, 'The backend, which knows the staff, is not available.');
    }
    const { type, message } = answer;
    if (type !== 'ok' || !message?.account || !message.role) {
      throw new StaffRefusal(401, 'This needs a staff session: log in again.');
    }
    return { account: message.account, mayRelease: RELEASERS.has(message.role) };
  };
}
