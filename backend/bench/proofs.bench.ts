// Proof of funds. `npm run bench -- proofs`.
// Without a database: the tree of one currency over 100,000 users, by the thread that makes it. The
// longest turn is what other requests of the node wait for at most, ms of this thread alone: reading
// the owners from a database comes on top, in parts of 2,000.
import { buildTree } from '../src/domains/proofs/tree.ts';
import { openTreeThread } from '../src/domains/proofs/tree-thread.ts';
import { inBatches } from '../src/platform/process/batches.ts';

const USERS = 100_000;
const PART = 2_000;
const TREE = { day: '2026-11-20', currency: 'USDT', secret: Buffer.alloc(32, 1) };

const owners = Array.from({ length: USERS }, (_, place) => ({
  userId: String(place + 1),
  uid: String(10_000_000 + place),
  sum: BigInt(place + 1) * 10n ** 15n,
}));

for (let round = 1; round <= 3; round++) {
  const thread = openTreeThread();
  let longest = 0;
  let since = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, user + system);
    since = process.threadCpuUsage();
  };
  let building = true;
  const probe = () => {
    turn();
    if (building) setImmediate(probe);
  };
  probe();
  for await (const part of inBatches(owners, PART)) thread.add(part);
  const { nodes } = await thread.build(TREE);
  turn();
  building = false;
  await thread.close();
  const megabytes = (nodes.length / 1e6).toFixed(1);
  console.log(`${USERS} users, round ${round}: ${megabytes} MB, longest turn ${Math.round(longest / 1e3)} ms`);
}

const began = process.threadCpuUsage();
buildTree(TREE, owners);
console.log(`in one turn: ${Math.round(process.threadCpuUsage(began).user / 1e3)} ms`);
