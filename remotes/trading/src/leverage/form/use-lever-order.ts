import type { Instrument } from '@tessera/api/instruments';
import { useAtom } from 'jotai';
import { useMemo } from 'react';
import type { Book } from '../account/use-book.ts';
import type { LeverForm } from './form.ts';
import { leverForm } from './lever-form.ts';
import { chosenMultiple, marginMode } from './setting.ts';
import { useTrading } from './use-conditions.ts';

/** Everything that follows from what was entered and from what the exchange offers at the moment. */
export function useLeverOrder(form: LeverForm, instrument: Instrument, book: Book) {
  const { at, deal, last, error, retry } = useTrading(instrument, book);
  const [mode] = useAtom(marginMode);
  const [multiple] = useAtom(chosenMultiple);
  const conditions = useMemo(() => ({ at, setting: { mode, multiple } }), [at, mode, multiple]);
  const { derived, problems } = leverForm.useEvaluation(form, conditions);
  return { ...derived, problems, deal, last, error, retry };
}

export type DerivedOrder = ReturnType<typeof useLeverOrder>;
