// @vitest-environment jsdom
import { screenUrl } from '@tessera/router';
import { showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from '../button/Button.tsx';
import type { Result } from './ResultScreen.tsx';
import { useResult } from './use-result.tsx';

testScreens({ name: 'none', texts: async () => ({ default: {} }) }, { exchange: () => ({}) });

const DONE: Result = {
  title: 'Transferred',
  amount: '500 USDT',
  items: [{ label: 'To', value: 'Options' }],
  next: ['Then usable for options.'],
  view: { label: 'Transfer history', to: screenUrl('/pages/fund/transfer_history') },
};

function Page({ done, onEnd }: { readonly done: Result; readonly onEnd?: () => void }) {
  const result = useResult(onEnd);
  return (
    <>
      <Button onClick={() => result.show(done)}>Send</Button>
      {result.screen}
    </>
  );
}

test('an action ends with what was done, what follows, and the way there', async () => {
  const ended = vi.fn();
  const { user } = showScreen(<Page done={DONE} onEnd={ended} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Transferred' }));
  expect(shown.getByText('500 USDT')).toBeTruthy();
  expect(shown.getByText('Options')).toBeTruthy();
  expect(shown.getByRole('listitem').textContent).toBe('Then usable for options.');
  expect(shown.getByRole('link', { name: 'Transfer history' }).getAttribute('href')).toContain('transfer_history');
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ended).toHaveBeenCalledOnce();
});

test('it closes on the way to where it can be seen', async () => {
  const { user } = showScreen(<Page done={DONE} />);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.click(await screen.findByRole('link', { name: 'Transfer history' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.hash).toContain('/pages/fund/transfer_history');
});
