import { afterAll, beforeAll, expect, test } from 'vitest';
import { solveProof } from '../../../test/solve-proof.ts';
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { errorEnvelope } from '../http/failures.ts';
import { createProofs, PROOF_LASTS, type ProofDemand } from './proof-of-work.ts';

const DEMAND: ProofDemand = { purpose: 'POST /user/login', subject: 'ann@example.com', work: 20 };
let time = Date.UTC(2026, 10, 20, 15);
const now = () => time;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const solved = async (demand = DEMAND) => {
  const rejection = await createProofs({ database, now }).required(demand);
  return solveProof(errorEnvelope(rejection, 'en'));
};

test('a challenge of one node is accepted by another, and once over all of them', async () => {
  const other = connectTo(database);
  const [here, there] = [createProofs({ database, now }), createProofs({ database: other, now })];
  const proof = await solved();
  const accepted = await Promise.all([here, there, here, there].map((node) => node.accept(proof, DEMAND)));
  await other.close();
  expect(accepted.filter(Boolean)).toHaveLength(1);
});

test('a proof is good for its purpose, subject, time and work', async () => {
  const proofs = createProofs({ database, now });
  const proof = await solved();
  expect(await proofs.accept(proof, { ...DEMAND, purpose: 'POST /staff/login' })).toBe(false);
  expect(await proofs.accept(proof, { ...DEMAND, subject: 'ben@example.com' })).toBe(false);
  expect(await proofs.accept(proof, { ...DEMAND, work: 2 * DEMAND.work + 1 })).toBe(false);
  time += PROOF_LASTS;
  expect(await proofs.accept(proof, DEMAND)).toBe(false);
  time -= 1;
  expect(await proofs.accept(proof, { ...DEMAND, work: 2 * DEMAND.work })).toBe(true);
});

test('the work is at least half of what is demanded, and never more', async () => {
  for (let draws = 0; draws < 10; draws += 1) {
    const { solution } = JSON.parse(await solved({ ...DEMAND, work: 40 }));
    expect(solution.counter).toBeGreaterThanOrEqual(20);
    expect(solution.counter).toBeLessThan(40);
  }
});

test('a challenge names no user', async () => {
  const rejection = await createProofs({ database, now }).required(DEMAND);
  expect(JSON.stringify(rejection.challenge)).not.toContain('ann');
});

test.each(['', '{', '7', 'null', '[]', '{"challenge":{}}', JSON.stringify({ challenge: { parameters: {} } })])(
  '%s is no proof',
  async (text) => {
    expect(await createProofs({ database, now }).accept(text, DEMAND)).toBe(false);
  },
);
