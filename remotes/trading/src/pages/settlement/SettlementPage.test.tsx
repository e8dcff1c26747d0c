// @vitest-environment jsdom
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { SignedHeads, TickSpan } from '@tessera/api/instruments/verify';
import type { SettlementProof } from '@tessera/api/options';
import { optionResult, optionsFixtures, wonOption } from '@tessera/api/options/fixtures';
import { optionToWire } from '@tessera/api/options/wire';
import { showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import SettlementPage from './SettlementPage.tsx';

/* Two signed minutes of a price that rises by a tick in the second one. */

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');

function proofOf(): SettlementProof {
  let link: Buffer = createHash('sha256').update(`tessera ticks ${SYMBOL}`).digest();
  const ticks: TickSpan['ticks'] = [];
  const heads: SignedHeads[] = [];
  const first = link.toString('hex');
  for (const end of [START + MINUTE, START + 2 * MINUTE]) {
    for (let at = end - MINUTE; at < end; at += 200) {
      const price = at < START + MINUTE ? 6_300_000 : 6_300_001;
      ticks.push([at, price - 1, price + 1, price, price, price, 0, price]);
      const fields = Buffer.alloc(72);
      [ticks.length, ...(ticks.at(-1) ?? [])].forEach((field, place) => {
        fields.writeBigInt64BE(BigInt(field), 8 * place);
      });
      link = createHash('sha256').update(link).update(fields).digest();
    }
    const head: [number, string] = [ticks.length, link.toString('hex')];
    const text = Buffer.from(`tessera heads 1\n${end}\n${SYMBOL} ${head[0]} ${head[1]}`);
    heads.push({
      at: end,
      heads: { [SYMBOL]: head },
      key,
      signature: sign(null, text, privateKey).toString('base64url'),
    });
  }
  const [, last] = heads as [SignedHeads, SignedHeads];
  const span: TickSpan = {
    symbol: SYMBOL,
    tick: '0.01',
    lot: '0.00001',
    start: { at: null, number: 0, link: first },
    end: { at: last.at, number: ticks.length, link: last.heads[SYMBOL]?.[1] ?? '' },
    ticks,
  };
  return {
    version: 1,
    option: {
      ...optionToWire(
        wonOption({
          close_price: '63000.01',
          created_at: START + 9_000,
          entry_at: START + 10_000,
          expires_at: START + 70_000,
        }),
      ),
      max_age: 5_000,
      payout: '185',
      strike_number: 51,
      settlement_number: 351,
    },
    record: { entry: span, settlement: span, heads, key },
  };
}

const { exchange } = testScreens(remote, {
  page: 'settlement',
  user: {},
  exchange: () => ({
    'GET /microtrade/proof': proofOf(),
    'GET /microtrade/get_result': optionResult(wonOption()),
  }),
});

const show = () => showScreen(<SettlementPage />, '/pages/transaction/settlement?id=40').user;

test('the page checks a settlement itself, and shows prices, heads and key', async () => {
  show();
  expect(await screen.findByText('Correct: the result follows from signed prices.')).toBeTruthy();
  expect(screen.getByText('185 USDT')).toBeTruthy();
  expect(screen.getByText(key)).toBeTruthy();
  expect(screen.getAllByText(/· 600$/).length).toBe(2);
  expect((await screen.findByRole('list', { name: 'Prices of the settlement' })).children).toHaveLength(25);
});

test('a result that does not follow from the prices is said to be wrong', async () => {
  const proof = proofOf();
  exchange.change({ 'GET /microtrade/proof': { ...proof, option: { ...proof.option, result: 'lost', payout: '0' } } });
  show();
  expect(await screen.findByText('Wrong: the result does not follow from the prices.')).toBeTruthy();
});

test('prices that were changed are said not to be those that were signed', async () => {
  const proof = proofOf();
  const { record } = proof;
  if (!record) throw new Error('it is signed');
  const [tick] = record.entry.ticks;
  const ticks = record.entry.ticks.with(0, [
    ...(tick ?? []).slice(0, 7),
    6_300_009,
  ] as unknown as TickSpan['ticks'][number]);
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
  expect(JSON.parse(await file.text())).toEqual(proofOf());
});

test('a browser without Ed25519 checks the same in JavaScript', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('none', 'NotSupportedError'));
  show();
  expect(await screen.findByText('Correct: the result follows from signed prices.')).toBeTruthy();
});
