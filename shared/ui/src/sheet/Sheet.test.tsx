// @vitest-environment jsdom
import '../testing/english.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../dialog/Dialog.tsx';
import { Sheet } from './Sheet.tsx';

function Networks() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Choose
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Network">
        TRC20
      </Sheet>
    </>
  );
}

test('a sheet opens by its name, closes by its button and leaves nothing behind', async () => {
  render(<Networks />);
  expect(screen.queryByText('TRC20')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
  expect(screen.getByRole('dialog', { name: 'Network' }).textContent).toContain('TRC20');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.queryByText('TRC20')).toBeNull());
});

test('Escape and a press on the backdrop close a sheet, a press inside does not', () => {
  const close = vi.fn();
  render(
    <Sheet open onClose={close} title="Network">
      <p>TRC20</p>
    </Sheet>,
  );
  fireEvent.click(screen.getByText('TRC20'));
  expect(close).not.toHaveBeenCalled();
  act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));
  fireEvent.click(screen.getByRole('dialog'));
  expect(close).toHaveBeenCalledTimes(2);
});

test('a long or quick swipe down closes a sheet, a short one does not', () => {
  const close = vi.fn();
  render(
    <Sheet open onClose={close} title="Network">
      TRC20
    </Sheet>,
  );
  const handle = screen.getByRole('heading').parentElement as HTMLElement;
  const swipe = (distance: number) => {
    fireEvent.pointerDown(handle, { clientY: 100 });
    fireEvent.pointerMove(handle, { clientY: 100 + distance });
    fireEvent.pointerUp(handle, { clientY: 100 + distance });
  };
  swipe(10);
  expect(close).not.toHaveBeenCalled();
  swipe(200);
  expect(close).toHaveBeenCalledOnce();
});

test('a dialog is not closed by the backdrop', async () => {
  const [confirm, close] = [vi.fn(), vi.fn()];
  render(
    <Dialog open title="Log out?" confirmLabel="Log out" onConfirm={confirm} onClose={close}>
      Open orders stay in force.
    </Dialog>,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Log out?' });
  fireEvent.click(dialog);
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
});

test('a sheet of a screen that is hidden is not in front of the next one, and is back with its screen', async () => {
  const screenWith = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Sheet open onClose={() => undefined} title="Network">
        TRC20
      </Sheet>
    </Activity>
  );
  const { rerender } = render(screenWith('visible'));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  rerender(screenWith('hidden'));
  await waitFor(() => expect(dialog.open).toBe(false));
  rerender(screenWith('visible'));
  await waitFor(() => expect(dialog.open).toBe(true));
});
