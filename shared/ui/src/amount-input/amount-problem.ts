import { cmp, type DecimalString, isOnStep } from '@tessera/money';

export type AmountLimits = {
  /** The smallest tradable unit: the value is a multiple of it. */
  readonly step?: DecimalString | undefined;
  readonly min?: DecimalString | undefined;
  /** The most that can be spent, in the unit of the input. */
  readonly balance?: DecimalString | undefined;
};

export type AmountProblem = 'balance' | 'min' | 'step';

/** The first thing wrong with an amount; null when it is in order or not there yet. */
export function amountProblem(value: DecimalString | '', { step, min, balance }: AmountLimits): AmountProblem | null {
  if (value === '') return null;
  if (balance !== undefined && cmp(value, balance) > 0) return 'balance';
  if (min !== undefined && cmp(value, min) < 0) return 'min';
  if (step !== undefined && !isOnStep(value, step)) return 'step';
  return null;
}
