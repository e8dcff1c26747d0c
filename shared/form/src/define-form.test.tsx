// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { defineForm } from './define-form.ts';

type State = { readonly amount: string };
type Action = { readonly type: 'amount'; readonly text: string } | { readonly type: 'sent' };
type Market = { readonly price: number; readonly available: number };

const derive = vi.fn(({ amount }: State, { price }: Market) => ({ total: Number(amount) * price }));

const purchase = defineForm({
  initial: (amount: string): State => ({ amount }),
  reduce: (state: State, action: Action) =>
    action.type === 'amount' ? { amount: action.text } : { ...state, amount: '' },
  derive,
  problems: ({ amount }, { total }, { available }: Market) => {
    if (amount === '') return ['missing'] as const;
    return total > available ? (['insufficient'] as const) : [];
  },
});

const show = () =>
  renderHook(
    ({ market }: { market: Market }) => {
      const [state, dispatch] = purchase.useForm('2');
      return { state, dispatch, ...purchase.useEvaluation(state, market) };
    },
    { initialProps: { market: { price: 10, available: 25 } } },
  );

afterEach(() => {
  derive.mockClear();
});

it('derives everything from what was entered and from the conditions', () => {
  const { result, rerender } = show();
  expect(result.current).toMatchObject({ derived: { total: 20 }, problems: [] });
  act(() => result.current.dispatch({ type: 'amount', text: '3' }));
  expect(result.current).toMatchObject({ derived: { total: 30 }, problems: ['insufficient'] });
  rerender({ market: { price: 5, available: 25 } });
  expect(result.current).toMatchObject({ derived: { total: 15 }, problems: [] });
  act(() => result.current.dispatch({ type: 'sent' }));
  expect(result.current.problems).toEqual(['missing']);
});

it('evaluates once for the same entries under the same conditions', () => {
  const market = { price: 10, available: 25 };
  const { result, rerender } = show();
  rerender({ market });
  const before = result.current.derived;
  derive.mockClear();
  rerender({ market });
  expect(derive).not.toHaveBeenCalled();
  expect(result.current.derived).toBe(before);
});

it('is four pure functions without React', () => {
  const state = purchase.reduce(purchase.initial('1'), { type: 'amount', text: '9' });
  expect(purchase.evaluate(state, { price: 1, available: 5 })).toEqual({
    derived: { total: 9 },
    problems: ['insufficient'],
  });
});
