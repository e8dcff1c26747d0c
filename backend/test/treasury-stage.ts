import { expect } from 'vitest';
import type { PayoutNode } from '../src/domains/withdrawals/chain/adapter.ts';
import type { PayParts } from '../src/domains/withdrawals/chain/pay.ts';
import { payTurn } from './payouts-stage.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import type { SignerProcess } from './signer-process.ts';
import type { Chain, WatchStage } from './watch-stage.ts';

/** A treasury, what two members decide for it, and the turns of its jobs. */
export function treasuryOf(stage: WatchStage, signer: SignerProcess, node: PayoutNode, chain: Chain) {
  const logged: string[] = [];
  const write = (fields: object, message?: string) =>
    void logged.push(`${(fields as { job: string }).job}: ${message}`);
  const jobs = recurringJobsOf(stage.app, { holder: 'treasury', log: { error: write, warn: write } });
  const view = () => stage.app.ok('GET /staff/treasury', {}, stage.treasury);
  const decide = () => jobs.turn(`treasury-move-${chain}`);
  const pay = (changes?: Partial<PayParts>) => payTurn({ app: stage.app, signer, node, chain }, changes);
  return {
    /** What the jobs' runner wrote: job and message. */
    logged,
    view,
    decide,
    pay,
    /** Turns until nothing is left to do; `confirm` makes what was sent final. */
    async quiet(confirm: () => Promise<void>, turns: number) {
      for (let n = 0; n < turns; n += 1) {
        await decide();
        await pay();
        await confirm();
      }
      await pay();
    },
    /** What two members decide, in force. */
    agree: ({
      kind,
      ...change
    }: { readonly kind: 'limit' | 'cold' | 'sweep' | 'movement' } & Record<string, unknown>) =>
      stage.app.ok(`POST /staff/treasury/${kind}`, { reason: 'test', chain, ...change }, stage.treasury),
    async reconciled() {
      expect(await jobs.turn(`treasury-reconcile-${chain}`)).toBe('done');
      const { chains, differences } = await view();
      expect(chains.find((each) => each.chain === chain)?.problem).toBeNull();
      return differences;
    },
    moves: () =>
      stage.app.database.query<{ kind: string; state: string; waits: string | null; sources: number }>(
        `select m.kind, m.state, m.waits, count(s.position)::int as sources from chain_movement m
           left join chain_movement_source s on s.movement_id = m.id where m.chain = $1 group by m.id order by m.id`,
        [chain],
      ),
  };
}
