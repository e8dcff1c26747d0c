// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RadioGroup } from './RadioGroup.tsx';

const OPTIONS = ['one', 'two', 'three'].map((value) => ({ value, label: value }));
const onPick = vi.fn();

function Choice() {
  const [value, choose] = useState('one');
  return <RadioGroup label="Choice" options={OPTIONS} value={value} onChange={choose} onPick={onPick} />;
}

const radio = (name: string) => screen.getByRole('radio', { name });

beforeEach(() => {
  onPick.mockClear();
  render(<Choice />);
});

test('a press picks, on the mark and on its words, the choice in force as well', async () => {
  await userEvent.click(radio('two'));
  await userEvent.click(screen.getByText('three'));
  await userEvent.click(screen.getByText('three'));
  expect(onPick).toHaveBeenCalledTimes(3);
});

test('a press on the words as WebKit has it, whose click on the mark has no detail, picks', () => {
  fireEvent.click(radio('two'), { detail: 0 });
  expect(radio('two')).toHaveProperty('checked', true);
  expect(onPick).toHaveBeenCalledOnce();
});

test('arrow keys choose without picking, and Enter picks', async () => {
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(radio('three')).toHaveProperty('checked', true);
  expect(onPick).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledOnce();
  await userEvent.click(radio('one'));
  expect(onPick).toHaveBeenCalledTimes(2);
});

test('a press picks after an arrow key that was released elsewhere', async () => {
  await userEvent.tab();
  fireEvent.keyDown(radio('one'), { key: 'ArrowDown' });
  await userEvent.click(screen.getByText('two'));
  expect(onPick).toHaveBeenCalledOnce();
});
