import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let treasury: { token: string };
beforeAll(async () => {
  app = await createTestApp();
  treasury = { token: (await signInStaff(app, 'treasury')).token };
});
afterAll(() => app.close());

const chain = async (name: string) =>
  (await app.ok('GET /staff/chains', {}, treasury)).list.find((each) => each.name === name);
const reason = 'as the board decided';
const OTHER = '0x6B175474E89094C44Da98b954EedeAC495271d0F';

describe('chains', () => {
  it('are changed by treasury without a restart, and every change is in the audit', async () => {
    const support = await signInStaff(app, 'support');
    const change = { chain: 'ethereum', withdrawals_halted: true, fee_ceiling: '50000000000', reason };
    expect((await app.rejection('POST /staff/chains/change', change, { token: support.token })).error).toBe(
      'forbidden',
    );
    await app.ok('POST /staff/chains/change', change, treasury);
    expect(await chain('ethereum')).toMatchObject({
      identity: '1',
      finality: 'finalized',
      deposits_halted: false,
      withdrawals_halted: true,
      fee_ceiling: '50000000000',
      node: false,
      watch: null,
    });
    const [{ reason: noted } = { reason: '' }] = await app.database.query<{ reason: string }>(
      `select reason from staff_action where action = 'chain.change' and subject = 'ethereum'`,
    );
    expect(noted).toBe('withdrawals_halted=true fee_ceiling=50000000000: as the board decided');
  });

  it('take a new token with its network, and users see it at once', async () => {
    const token = {
      chain: 'ethereum',
      currency: 'USDC',
      contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      decimals: 6,
      reason,
    };
    const network = { chain: 'ethereum', currency: 'USDC', network: 'ERC20', reason };
    const error = async (call: 'token' | 'network', input: object) => {
      const { error: code, field } = await app.rejection(`POST /staff/chains/${call}`, { ...input }, treasury);
      return `${code} ${field}`;
    };
    const terms = { min_deposit: '5', confirmations: 64, withdrawal_fee: '2', min_withdrawal: '10' };
    expect(await error('network', { ...network, ...terms })).toBe('not_found currency');
    expect(await error('token', { ...token, currency: 'NOPE' })).toBe('currency_unknown currency');
    expect(await error('token', { ...token, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })).toBe(
      'address_invalid contract',
    );
    expect(await error('token', { ...token, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' })).toBe(
      'invalid_field contract',
    );
    expect(await error('token', { ...token, chain: 'bitcoin' })).toBe('address_invalid contract');
    await app.ok('POST /staff/chains/token', token, treasury);
    // What was counted with six places stays so, also by way of another contract.
    expect(await error('token', { ...token, decimals: 18 })).toBe('invalid_field decimals');
    await app.ok('POST /staff/chains/token', { ...token, contract: OTHER, decimals: 18 }, treasury);
    expect(await error('token', { ...token, decimals: 18 })).toBe('invalid_field decimals');
    await app.ok('POST /staff/chains/token', token, treasury);
    expect(await error('token', { ...token, currency: 'ETH', contract: OTHER, decimals: 18 })).toBe(
      'invalid_field contract',
    );
    expect(await error('token', { ...token, contract: undefined })).toBe('invalid_field contract');
    expect(await error('network', { ...network, min_deposit: '5' })).toBe('field_required confirmations');
    expect(await error('network', { ...network, ...terms, min_withdrawal: '2' })).toBe(
      'field_too_small min_withdrawal',
    );
    expect(await error('network', { ...network, ...terms, min_deposit: '0.0000000001' })).toBe(
      'field_too_precise min_deposit',
    );
    expect(await error('network', { ...network, ...terms, currency: 'USDT', network: 'TRC20' })).toBe(
      'network_unknown network',
    );
    await app.ok('POST /staff/chains/network', { ...network, ...terms }, treasury);
    await app.ok('POST /staff/chains/network', { ...network, min_deposit: '6', withdrawals_open: false }, treasury);
    expect(await chain('ethereum')).toMatchObject({
      tokens: expect.arrayContaining([
        { currency: 'USDC', contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
      ]),
      networks: expect.arrayContaining([
        {
          currency: 'USDC',
          network: 'ERC20',
          deposit: { open: true, min_amount: '6', confirmations: 64 },
          withdrawal: { open: false, fee: '2', min_amount: '10' },
        },
      ]),
    });
    const { token: user } = await signUp(app);
    const { list } = await app.ok('GET /currency/lists_deposit', {}, { token: user });
    expect(list).toContainEqual(expect.objectContaining({ name: 'USDC', subName: 'ERC20', min_number: '6' }));
  });

  it('are not read again where they were never read', async () => {
    const { error } = await app.rejection('POST /staff/chains/rescan', { chain: 'tron', from: 5, reason }, treasury);
    expect(error).toBe('not_found');
  });
});
