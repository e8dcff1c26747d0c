// Proof of funds. `npm run bench -- proofs`.
// In process, without a database: the tree of one currency over 100,000 users. CPU is ms of this process; the longest
// pause is what other requests of the node wait for at most.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildTree } from '../src/domains/proofs/tree.ts';

const USERS = 100_000;

const owners = Array.from({ length: USERS }, (_, place) => ({
  userId: String(place + 1),
  uid: String(10_000_000 + place),
  sum: BigInt(place + 1) * 10n ** 15n,
}));

for (let round = 1; round <= 3; round++) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = process.cpuUsage();
  const { nodes } = await buildTree({ day: '2026-11-20', currency: 'USDT', secret: Buffer.alloc(32, 1) }, owners);
  const { user } = process.cpuUsage(before);
  delay.disable();
  const figures = [`${Math.round(user / 1_000)} ms of CPU`, `${(nodes.length / 1e6).toFixed(1)} MB`];
  console.log(`${USERS} users, round ${round}: ${figures.join(', ')}, longest pause ${Math.round(delay.max / 1e6)} ms`);
}
