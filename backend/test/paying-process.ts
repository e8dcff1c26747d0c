/** A node that makes one turn of payments on Ethereum and is killed by SIGKILL at a step of it. */
import { flushCompileCache } from 'node:module';
import { openSigner } from '@tessera/signer-api';
import { evmNode } from '../src/domains/withdrawals/chain/evm-node.ts';
import { payDue } from '../src/domains/withdrawals/chain/pay.ts';
import { payoutReports } from '../src/domains/withdrawals/reports.ts';
import { connect } from '../src/platform/db/database.ts';
import { openLog } from '../src/platform/process/log.ts';
import type { PayingProcess } from './kill-at.ts';

const { connection, socket, nodeUrl, now, step }: PayingProcess = JSON.parse(process.env.PAYING ?? '');
const database = connect({ ...connection, max: 2, onLost: () => undefined });
await payDue(
  {
    database,
    signer: openSigner(socket),
    node: await evmNode(nodeUrl, database),
    chain: 'ethereum',
    reports: payoutReports,
    // It pays to people outside.
    ports: { addressUse: async () => null, keepsMoney: async () => undefined, underReview: async () => [] },
    now: () => now,
    log: openLog('silent'),
    reached: (at) => {
      if (at !== step) return;
      flushCompileCache();
      process.kill(process.pid, 'SIGKILL');
    },
  },
  { fence: async () => undefined, signal: new AbortController().signal },
);
// It never came to the step.
process.exit(0);
