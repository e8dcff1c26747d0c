// @vitest-environment jsdom
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { BalanceProof } from '@tessera/api/proofs';
import { proofsFixtures } from '@tessera/api/proofs/fixtures';
import { leafBytes, nodeBytes, publicationText, unitsOf } from '@tessera/api/proofs/rules';
import { readUtcDay } from '@tessera/money';
import { showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import FundsProofPage from './FundsProofPage.tsx';

/* Two users, of whom one looks. */

const DAY = readUtcDay('2026-11-20');
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');

function proofOf(): BalanceProof {
  const salt = Buffer.alloc(32, 3);
  const sum = unitsOf('100.5');
  const leaf = hash(leafBytes({ day: DAY, currency: 'USDT', uid: '100001', salt, sum }));
  const beside = { hash: Buffer.alloc(32, 9), sum: unitsOf('40') };
  const root = hash(nodeBytes({ hash: leaf, sum }, beside)).toString('hex');
  const roots = [{ currency: 'USDT', leaves: 2, total: '140.5', root }];
  const text = publicationText({ day: DAY, previous: '0'.repeat(64), roots });
  return {
    version: 1,
    uid: '100001',
    publication: {
      id: DAY,
      day: DAY,
      at: Date.UTC(2026, 10, 20),
      previous: '0'.repeat(64),
      roots,
      digest: createHash('sha256').update(text).digest('hex'),
      key: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
      signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    },
    balances: [
      {
        currency: 'USDT',
        amount: '100.5',
        salt: salt.toString('hex'),
        index: 0,
        path: [{ hash: beside.hash.toString('hex'), sum: '40' }],
      },
    ],
  };
}

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...proofsFixtures, 'GET /proofs/balance': { proof: proofOf() } }),
});

const show = () => showScreen(<FundsProofPage />, '/pages/fund/proof').user;

test('the page checks itself that the totals count the own balance, and shows totals and addresses', async () => {
  show();
  expect(await screen.findByText('Correct: the published totals count all of your balances.')).toBeTruthy();
  expect(screen.getByText('100.5')).toBeTruthy();
  expect(await screen.findByText('18,234,511.02')).toBeTruthy();
  expect(screen.getByText('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBeTruthy();
  expect(screen.getByText(/not signed/)).toBeTruthy();
});

test('a balance that the total leaves out is said to be wrong', async () => {
  const proof = proofOf();
  const [balance] = proof.balances as [BalanceProof['balances'][number]];
  exchange.change({ 'GET /proofs/balance': { proof: { ...proof, balances: [{ ...balance, amount: '200.5' }] } } });
  show();
  expect(await screen.findByText('Wrong: the published totals do not count these balances.')).toBeTruthy();
});

test('totals that were not signed are said to be wrong', async () => {
  const proof = proofOf();
  const publication = { ...proof.publication, signature: Buffer.alloc(64).toString('base64url') };
  exchange.change({ 'GET /proofs/balance': { proof: { ...proof, publication } } });
  show();
  expect(await screen.findByText('Wrong: the totals are not signed by the key that they name.')).toBeTruthy();
});

test('the proof is a file that can be checked elsewhere', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:proof');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Download the proof' }));
  const [file] = made.mock.calls[0] as [Blob];
  expect(JSON.parse(await file.text())).toEqual(proofOf());
  expect(screen.getByText('tessera verify-balance balance-2026-11-20.json')).toBeTruthy();
});

test('before the first day it says when there will be one', async () => {
  exchange.change({
    'GET /proofs/balance': { proof: null },
    'GET /proofs/funds': { list: [], page: 1, limit: 1, total: 0, reserves: [] },
  });
  show();
  expect(await screen.findByText('Nothing published yet')).toBeTruthy();
});
