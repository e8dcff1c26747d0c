import { instrumentsFixtures } from '@tessera/api/instruments/fixtures';
import { expect, test } from 'vitest';
import { rulesOf } from './conditions.ts';

test('the form reckons with the fee that the user’s VIP level pays', () => {
  const [instrument] = instrumentsFixtures['GET /currency/quotation_new'].list;
  if (!instrument) throw new Error('no instrument');
  expect(rulesOf(instrument)).toMatchObject({ makerFeeRate: '0.001', takerFeeRate: '0.001' });
  expect(rulesOf(instrument, '0.1')).toMatchObject({ makerFeeRate: '0.0009', takerFeeRate: '0.0009' });
});
