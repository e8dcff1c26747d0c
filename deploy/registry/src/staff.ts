/** Who asks: a signed-in member of the staff, and whether their role moves releases. */
export type StaffMember = { readonly account: string; readonly mayMove: boolean };

/** The session is none, or nobody can say so now; the message says which. */
export class StaffRefusal extends Error {
  override name = 'StaffRefusal';
  readonly status: 401 | 503;
  constructor(status: 401 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

export type AskStaff = (token: string) => Promise<StaffMember>;

const MOVERS: ReadonlySet<string> = new Set(['operator', 'admin']);

type Answer = {
  readonly type?: string;
  readonly message?: { readonly account?: string; readonly role?: string };
};

/** Asks the backend whose session a token is. Rejects with StaffRefusal. */
export function askBackend(backend: string, request: typeof fetch = fetch): AskStaff {
  return async (token) => {
    let answer: Response;
    try {
      answer = await request(`${backend}/api/staff/me`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(5_000),
      });
    } catch {
      throw new StaffRefusal(503, 'The backend, which knows the staff, is not available.');
    }
    if (answer.status >= 500) throw new StaffRefusal(503, 'The backend, which knows the staff, is not available.');
    const { type, message } = (await answer.json().catch(() => ({}))) as Answer;
    if (type !== 'ok' || !message?.account || !message.role) {
      throw new StaffRefusal(401, 'This needs a staff session: log in again.');
    }
    return { account: message.account, mayMove: MOVERS.has(message.role) };
  };
}
