import { createServer, type IncomingMessage } from 'node:http';
import { localDepositKeys } from '../tools/chains/local-seed.ts';
import { signUp } from './people.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { signInStaff } from './staff-people.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export type Chain = 'bitcoin' | 'ethereum' | 'tron';

/** The whole backend with nodes of chains, whose watchers are run by hand. */
export async function createWatchStage(nodes: Record<string, string>) {
  const app: TestApp = await createTestApp({ ...localDepositKeys(), ...nodes });
  const treasury = { token: (await signInStaff(app, 'treasury')).token };
  let jobs = recurringJobsOf(app, { holder: 'first' });
  const chains = async () => (await app.ok('GET /staff/chains', {}, treasury)).list;
  return {
    app,
    treasury,
    /** Runs a watcher until it has read all that there is. */
    async watch(chain: Chain) {
      for (let turn = 0; turn < 40; turn += 1) {
        const outcome = await jobs.turn(`watch-${chain}`);
        if (outcome !== 'done') throw new Error(`the watcher of ${chain} ${outcome}`);
        const { watch } = (await this.chain(chain)) ?? {};
        if (watch?.paused != null || watch?.height === watch?.head) return watch;
      }
      throw new Error('the watcher does not come to an end');
    },
    chain: async (name: Chain) => (await chains()).find((each) => each.name === name),
    cover: () => jobs.turn('deposit-debts'),
    /** Another node takes the watchers over, as after kill -9. */
    async takeOver() {
      await app.database.query(`update lease set until = clock_timestamp() - interval '1 s'`);
      jobs = recurringJobsOf(app, { holder: `after ${Math.random()}` });
    },
    change: (input: Record<string, unknown>) =>
      app.ok('POST /staff/chains/change', { reason: 'test', ...input }, treasury),
    token: (input: Record<string, unknown>) =>
      app.ok('POST /staff/chains/token', { reason: 'test', ...input }, treasury),
    network: (input: Record<string, unknown>) =>
      app.ok('POST /staff/chains/network', { reason: 'test', ...input }, treasury),
    rescan: (chain: Chain, from: number) =>
      app.ok('POST /staff/chains/rescan', { chain, from, reason: 'test' }, treasury),
    async user() {
      const person = await signUp(app, { level: 2 });
      const key = { token: person.token };
      return {
        ...person,
        address: async (currency_id: number, network: string) =>
          (await app.ok('POST /wallet/get_in_address', { currency_id, network }, key)).address,
        onChain: async () =>
          (await app.ok('GET /recharge/chain', {}, key)).list.map(
            ({ currency, amount, status, confirmations, required }) =>
              `${amount} ${currency} ${status} ${confirmations}/${required}`,
          ),
        /** Titles of messages, and subjects of mails, of credited deposits. */
        told: async () => {
          await app.queue.drain();
          const { list } = await app.ok('GET /mailMessage/getList', {}, key);
          const mails = app.outbox.filter(({ to }) => to === person.email).map(({ subject }) => subject);
          const ofCredits = (titles: readonly string[]) =>
            titles.filter((title) => title.startsWith('Deposit credited')).sort();
          return { messages: ofCredits(list.map(({ title }) => title)), mails: ofCredits(mails) };
        },
        available: async (currency: string) => {
          const [row] = await app.database.query<{ balance: string }>(
            `select balance from ledger_account where user_id = $1 and name = 'change' and currency = $2 and part = 'available'`,
            [person.id, currency],
          );
          return row?.balance ?? '0';
        },
      };
    },
    listed: async (state: string) => (await app.ok('GET /staff/deposits/chain', { state, limit: 100 }, treasury)).list,
  };
}
export type WatchStage = Awaited<ReturnType<typeof createWatchStage>>;

type Reply = { id?: unknown; result?: unknown; error?: unknown };
type Call = { method: string; params?: unknown[] };

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
};

/** A node that lies, hangs or falls back: passes calls on, and lets a test change what comes back. */
export async function startFalseNode(target: string) {
  let change: (call: Call, reply: Reply) => Reply | 'hang' = (_, reply) => reply;
  const real = new URL(target);
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const forwarded = await fetch(`${real.origin}${real.pathname}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(request.headers.authorization && { authorization: request.headers.authorization }),
      },
    });
    const call = JSON.parse(body) as Call | Call[];
    const reply = (await forwarded.json()) as Reply | Reply[];
    const changed = Array.isArray(call)
      ? (reply as Reply[]).map((each, index) => change(call[index] as Call, each))
      : change(call, reply as Reply);
    if (changed === 'hang' || (Array.isArray(changed) && changed.includes('hang'))) return;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(changed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://${real.username && `${real.username}:${real.password}@`}127.0.0.1:${port}`,
    /** Lets the node say something else from now on; without a function the truth. */
    say: (lie?: typeof change) => {
      change = lie ?? ((_, reply) => reply);
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
