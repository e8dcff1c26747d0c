// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { bus } from '@tessera/bus';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../testing/english.ts';
import { AskedButton } from './AskedButton.tsx';
import { useQuestion } from './use-question.ts';

let question: ReturnType<typeof useQuestion>;
const [send, repeat] = [vi.fn(), vi.fn()];

function Stop({ unresolved = null }: { readonly unresolved?: object | null }) {
  question = useQuestion('Stopped');
  return (
    <AskedButton
      question={question}
      command={{ busy: false, unresolved, repeat }}
      label="Stop"
      title="Stop following?"
      confirmLabel="Stop it"
      cancelLabel="Keep it"
      onConfirm={send}
    >
      Copies stay open.
    </AskedButton>
  );
}

test('a button asks before it sends, closes with the outcome, and repeats the same after silence', async () => {
  const user = userEvent.setup();
  const said: string[] = [];
  const stop = bus.on('toast', ({ text }) => void said.push(text));
  const { rerender } = render(<Stop />);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(screen.getByRole('heading', { name: 'Stop following?' })).toBeDefined();
  expect(send).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Stop it' }));
  expect(send).toHaveBeenCalledOnce();

  act(() => question.outcomes.onUnresolved());
  rerender(<Stop unresolved={{}} />);
  expect(screen.queryByText('Copies stay open.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Repeat safely' }));
  expect(repeat).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();

  act(() => question.outcomes.onRejected(new ApiError('network', 'no response')));
  expect(question.open).toBe(false);
  act(() => question.ask());
  act(() => question.outcomes.onDone());
  expect(question.open).toBe(false);
  expect(said.at(-1)).toBe('Stopped');
  expect(said).toHaveLength(2);
  stop();
});
