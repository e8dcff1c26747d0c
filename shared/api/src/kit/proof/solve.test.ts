import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterEach, expect, test, vi } from 'vitest';
import { createApiClient } from '../client/client.ts';
import { PROOF_MAX, type ProofChallenge, proofOfWork } from './proof.ts';
import { solveProof } from './solve.ts';

const SECRETS = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'key' };
const challengeOf = async (work: number): Promise<ProofChallenge> => {
  const options = { algorithm: 'PBKDF2/SHA-256', cost: 50, counter: work, deriveKey, ...SECRETS };
  return (await createChallenge({ ...options, data: { purpose: 'POST /user/login' } })) as ProofChallenge;
};
const isAccepted = async (text: string | null) => {
  const given = proofOfWork(text ?? '');
  return given !== null && (await verifySolution({ ...given, deriveKey, ...SECRETS })).verified;
};

afterEach(() => vi.unstubAllGlobals());

test('a challenge is solved by WebCrypto, and fits into the input', async () => {
  const proof = await solveProof(await challengeOf(30));
  expect(await isAccepted(proof)).toBe(true);
  expect(proof?.length).toBeLessThan(PROOF_MAX);
});

test('on a page without WebCrypto it is solved as well', async () => {
  const challenge = await challengeOf(30);
  const { subtle } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const proof = await solveProof(challenge);
  vi.stubGlobal('crypto', { subtle });
  expect(await isAccepted(proof)).toBe(true);
});

type Sent = Readonly<Record<string, string>>;

async function callWith(replies: readonly unknown[]) {
  const sent: Sent[] = [];
  const client = createApiClient({
    baseUrl: 'http://localhost/api',
    token: () => null,
    language: () => 'en',
    onSessionInvalid: () => undefined,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
    fetch: async (input) => {
      sent.push(Object.fromEntries(new URLSearchParams(await (input as Request).text())));
      return Response.json(replies[Math.min(sent.length, replies.length) - 1]);
    },
  });
  const outcome = await client.send('POST /user/login', { user_string: 'ann' }).catch((error: unknown) => error);
  return { sent, outcome };
}
const demand = async () => ({
  type: 'error',
  code: 0,
  error: 'proof_required',
  message: 'Try again',
  challenge: await challengeOf(5),
});

test('a call that needs a proof is sent again with one, unseen by its screen', async () => {
  const { sent, outcome } = await callWith([await demand(), { type: 'ok', code: 1, message: 'in' }]);
  expect(outcome).toBe('in');
  expect(sent.map(({ user_string }) => user_string)).toEqual(['ann', 'ann']);
  expect(await isAccepted(sent[1]?.proof ?? null)).toBe(true);
});

test('a server that is never content is given up', async () => {
  const { sent, outcome } = await callWith([await demand()]);
  expect(sent).toHaveLength(4);
  expect(outcome).toMatchObject({ code: 'proof_required', message: 'Try again' });
});
