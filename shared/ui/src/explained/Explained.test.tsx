// @vitest-environment jsdom
import '../testing/english.ts';
import { HashRouter, type ScreenUrl, screenUrl } from '@tessera/router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Explained } from './Explained.tsx';

const entries = [
  { label: 'Order value', value: '3,150.00 USDT' },
  { label: 'Rate', value: '0.1%' },
];

const Fee = ({ to }: { readonly to?: ScreenUrl }) => (
  <dl>
    <div>
      <dt>Fee</dt>
      <dd>
        <Explained
          title="Fee"
          value="3.15 USDT"
          entries={entries}
          formula={['Fee = order value × rate', '3,150 × 0.1% = 3.15 USDT']}
          note="Charged when the order is filled."
          link={to && { to, label: 'Bills' }}
        />
      </dd>
    </div>
  </dl>
);

const figure = () => screen.getByRole('button', { name: 'Fee 3.15 USDT' });

test('a tap on a figure opens what it is made of and the formula with the numbers put in', async () => {
  render(<Fee />);
  expect(screen.queryByText(/order value ×/)).toBeNull();
  await userEvent.click(figure());
  const sheet = within(screen.getByRole('dialog', { name: 'Fee' }));
  expect(sheet.getByText('3.15 USDT')).toBeTruthy();
  expect(sheet.getAllByRole('term').map((term) => term.textContent)).toEqual(['Order value', 'Rate']);
  expect(sheet.getAllByRole('definition').map((found) => found.textContent)).toEqual(['3,150.00 USDT', '0.1%']);
  expect(sheet.getByText('Fee = order value × rate')).toBeTruthy();
  expect(sheet.getByText('3,150 × 0.1% = 3.15 USDT')).toBeTruthy();
  expect(sheet.getByText('Charged when the order is filled.')).toBeTruthy();
  expect(sheet.queryByRole('link')).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.queryByText(/order value ×/)).toBeNull());
});

test('it is reached and opened by the keyboard, and says that a dialog follows', async () => {
  render(<Fee />);
  await userEvent.tab();
  expect(document.activeElement).toBe(figure());
  expect(figure().getAttribute('aria-haspopup')).toBe('dialog');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('dialog', { name: 'Fee' })).toBeTruthy();
});

test('the sheet stands outside of the list of figures, and leads to the entries', async () => {
  const { container } = render(
    <HashRouter>
      <Fee to={screenUrl('/')} />
    </HashRouter>,
  );
  await userEvent.click(figure());
  const sheet = screen.getByRole('dialog', { name: 'Fee' });
  expect(container.contains(sheet)).toBe(false);
  expect(within(sheet).getByRole('link', { name: 'Bills' }).getAttribute('href')).toBe('#/');
});

test('a figure in a form does not submit it', async () => {
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <Fee />
    </form>,
  );
  await userEvent.click(figure());
  expect(submit).not.toHaveBeenCalled();
});

test('the explanation of a moving figure is worked out only while it is open, and then moves along', async () => {
  const worked = vi.fn();
  function Why({ mark }: { readonly mark: string }) {
    worked(mark);
    return <p>{`(${mark} − 100) × 2`}</p>;
  }
  const at = (mark: string) => (
    <Explained title="PnL" value={mark}>
      <Why mark={mark} />
    </Explained>
  );
  const { rerender } = render(at('101'));
  rerender(at('102'));
  expect(worked).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'PnL 102' }));
  rerender(at('103'));
  expect(screen.getByText('(103 − 100) × 2')).toBeTruthy();
});
