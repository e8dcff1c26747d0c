// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meetsAll, type Requirement, Requirements } from './Requirements.tsx';

const vip: Requirement = { asks: 'vip', level: 2, have: 0, met: false };

test('each requirement says whether it is met, what the user has, and leads to the way', () => {
  render(
    <Requirements
      of={[
        { asks: 'verification', advanced: true, met: true },
        vip,
        { asks: 'country', country: 'Germany', met: false },
        { asks: 'balance', amount: '20,000 USDT', have: '12 USDT', met: false },
        { asks: 'minimum', amount: '5 USDT' },
      ]}
    />,
  );
  const asked = within(screen.getByRole('region', { name: 'Requirements' }));
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Advanced verification · met',
    'VIP 2 or higher · not metYou are VIP 0VIP levels',
    'Available in your country · not metNot available in Germany',
    '20,000 USDT in your accounts · not metYou have 12 USDTDeposit',
    'Minimum 5 USDT',
  ]);
  expect(asked.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/fund/vip',
    '#/pages/fund/receive',
  ]);
});

test('where all is met nothing is shown; what is not known stands in nobody’s way', () => {
  const { container } = render(<Requirements of={[{ asks: 'verification', met: true }]} />);
  expect(container.textContent).toBe('');
  expect(
    meetsAll([
      { asks: 'verification', met: null },
      { asks: 'minimum', amount: '5' },
    ]),
  ).toBe(true);
  expect(meetsAll([{ asks: 'verification', met: true }, vip])).toBe(false);
});
