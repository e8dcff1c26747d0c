// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useVerified } from './use-verified.ts';
import { Codes, Verification } from './Verification.tsx';

test('before anything was checked no verdict stands; then what was found, with the file and the command', async () => {
  const onSave = vi.fn();
  const { rerender } = render(<Verification outcome={null} says={null} />);
  expect(screen.queryByRole('status')).toBeNull();
  rerender(
    <Verification
      outcome="valid"
      says="Every draw follows"
      download={{ label: 'Download', onSave }}
      outside="Elsewhere:"
      command="tessera verify-draw box-1.json"
    >
      <Codes label="Heads" items={[{ label: 'Key', codes: ['ab12', null] }]} />
    </Verification>,
  );
  expect(screen.getByRole('status').textContent).toBe('Every draw follows');
  expect(screen.getByText('tessera verify-draw box-1.json').tagName).toBe('CODE');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['ab12']);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(onSave).toHaveBeenCalledOnce();
});

const checks = new Map<string, (found: string) => void>();
const check = (proof: string) =>
  proof === 'broken' ? Promise.reject(new Error('no proof')) : new Promise<string>((done) => checks.set(proof, done));

function Checked({ proof }: { readonly proof: string | undefined }) {
  return <output>{useVerified(proof, check, 'wrong') ?? 'running'}</output>;
}

test('what was found of another proof is not shown, and a check that fails has found a fault', async () => {
  const { rerender } = render(<Checked proof={undefined} />);
  rerender(<Checked proof="first" />);
  rerender(<Checked proof="second" />);
  checks.get('first')?.('valid');
  await Promise.resolve();
  expect(screen.getByRole('status').textContent).toBe('running');
  checks.get('second')?.('valid');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('valid'));
  rerender(<Checked proof="broken" />);
  expect(screen.getByRole('status').textContent).toBe('running');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('wrong'));
});
