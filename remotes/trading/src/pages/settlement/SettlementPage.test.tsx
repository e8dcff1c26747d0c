// @vitest-environment jsdom
import { proofKey, type SignedTick } from '@tessera/api/instruments/proof-fixtures';
import { optionResult, optionsFixtures, wonOption } from '@tessera/api/options/fixtures';
import { settlementProofOf } from '@tessera/api/options/proof-fixtures';
import { showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import SettlementPage from './SettlementPage.tsx';

const { exchange } = testScreens(remote, {
  page: 'settlement',
  user: {},
  exchange: () => ({
    'GET /microtrade/proof': settlementProofOf(),
    'GET /microtrade/get_result': optionResult(wonOption()),
  }),
});

const show = () => showScreen(<SettlementPage />, '/pages/transaction/settlement?id=40').user;

test('the page checks a settlement itself, and shows prices, heads and key', async () => {
  show();
  expect(await screen.findByText('Correct: the result follows from signed prices.')).toBeTruthy();
  expect(screen.getByText('185 USDT')).toBeTruthy();
  expect(screen.getByText(proofKey)).toBeTruthy();
  expect(screen.getAllByText(/· 600$/).length).toBe(2);
  expect((await screen.findByRole('list', { name: 'Prices of the settlement' })).children).toHaveLength(25);
});

test('a result that does not follow from the prices is said to be wrong', async () => {
  const proof = settlementProofOf();
  exchange.change({ 'GET /microtrade/proof': { ...proof, option: { ...proof.option, result: 'lost', payout: '0' } } });
  show();
  expect(await screen.findByText('Wrong: the result does not follow from the prices.')).toBeTruthy();
});

test('prices that were changed are said not to be those that were signed', async () => {
  const proof = settlementProofOf();
  const { record } = proof;
  if (!record) throw new Error('it is signed');
  const [tick] = record.entry.ticks;
  const ticks = record.entry.ticks.with(0, [...(tick ?? []).slice(0, 7), 6_300_009] as unknown as SignedTick);
  exchange.change({
    'GET /microtrade/proof': { ...proof, record: { ...record, entry: { ...record.entry, ticks } } },
  });
  show();
  expect(await screen.findByText('Wrong: the prices are not those that were signed.')).toBeTruthy();
});

test('what is not signed yet can be verified later', async () => {
  exchange.change({ 'GET /microtrade/proof': optionsFixtures['GET /microtrade/proof'] });
  show();
  expect(await screen.findByText(/The prices are signed once a minute/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download the proof' })).toBeNull();
});

test('the proof is a file that can be checked elsewhere', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:proof');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Download the proof' }));
  const [file] = made.mock.calls[0] as [Blob];
  expect(JSON.parse(await file.text())).toEqual(settlementProofOf());
});

test('a browser without Ed25519 checks the same in JavaScript', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('none', 'NotSupportedError'));
  show();
  expect(await screen.findByText('Correct: the result follows from signed prices.')).toBeTruthy();
});
