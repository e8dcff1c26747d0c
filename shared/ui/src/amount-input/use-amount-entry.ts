import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatAmount } from '@tessera/money';
import { type Entry, type EntryTerms, enter, entryOf, pasted, settled } from '@tessera/money/typed';
import { type ChangeEvent, type ClipboardEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocale } from '../locale.ts';

/** Characters of a text that a message repeats. */
const SHOWN = 24;

/** Digits that leave no doubt: a thousand has decimals then, a fraction has more of them than a group has digits. */
const WHOLE_SHOWN = 2;
const FRACTION_SHOWN = 4;

export type AmountEntry = {
  /** Properties of the field. */
  readonly input: {
    readonly value: string;
    readonly inputMode: 'numeric' | 'decimal';
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
    readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
  };
  /** When the field is left. */
  readonly leave: () => void;
  /** Why what was typed is no amount. */
  readonly problem: string | null;
  /** How it is read, or what was left out. */
  readonly hint: string | null;
};

type Options = Omit<EntryTerms, 'locale'> & {
  /** Of the form; '' without an amount. */
  readonly value: DecimalString | '';
  readonly onChange: (value: DecimalString | '') => void;
};

/** A field in which an amount is typed, with its groups in the locale's signs. */
export function useAmountEntry({ value, onChange, scale, unit }: Options): AmountEntry {
  const t = useTexts('common');
  const locale = useLocale();
  const terms = { scale, unit, locale };
  const [kept, keep] = useState(() => ({ entry: entryOf(value, locale), locale }));
  /** A copied text that was not taken. */
  const [refused, refuse] = useState<{ readonly text: string; readonly note: 'none' | 'unit' } | null>(null);
  /** What an input method is still composing. */
  const [composed, compose] = useState<string | null>(null);
  const caret = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    caret.current?.();
    caret.current = null;
  });

  // The value was set from outside: a chip, a tapped price, another language.
  const isKept = kept.locale === locale && kept.entry.value === value;
  const entry: Entry = isKept ? kept.entry : entryOf(value, locale);
  const show = (next: Entry) => {
    refuse(null);
    compose(null);
    keep({ entry: next, locale });
    if (next.value !== value) onChange(next.value);
  };
  const take = (field: HTMLInputElement, forward: boolean) => {
    const { entry: next, caret: place } = enter(
      entry,
      field.value,
      field.selectionStart ?? field.value.length,
      terms,
      forward,
    );
    caret.current = () => field.setSelectionRange(place, place);
    show(next);
  };

  const quoted = (text: string) => {
    const trimmed = text.trim();
    return { text: trimmed.length > SHOWN ? `${trimmed.slice(0, SHOWN)}…` : trimmed };
  };
  const { note, text } = refused ? { note: refused.note, text: refused.text } : entry;
  const readAs = () => {
    const isWhole = entry.grouped !== '' && !entry.value.includes('.');
    return formatAmount(entry.value || '0', isWhole ? WHOLE_SHOWN : FRACTION_SHOWN, locale);
  };
  return {
    input: {
      value: composed ?? entry.text,
      inputMode: scale === 0 ? 'numeric' : 'decimal',
      onChange: ({ target, nativeEvent }) => {
        const { isComposing, inputType } = nativeEvent as InputEvent;
        if (isComposing) compose(target.value);
        else take(target, inputType === 'deleteContentForward');
      },
      onCompositionEnd: ({ currentTarget }) => take(currentTarget, false),
      onPaste: (event) => {
        event.preventDefault();
        const copied = event.clipboardData.getData('text');
        const next = pasted(copied, terms);
        if (typeof next === 'string') refuse({ text: copied, note: next });
        else show(next);
      },
    },
    leave: () => {
      refuse(null);
      if (isKept) keep({ entry: settled(entry, terms), locale });
    },
    problem:
      note === 'none' || note === 'unit'
        ? t(`ui.amount.${note}`, quoted(text))
        : note === 'whole'
          ? t('rule.field_not_whole')
          : null,
    hint:
      note === 'twofold'
        ? t('ui.amount.readAs', { value: `${readAs()}${unit ? ` ${unit}` : ''}` })
        : note === 'precise'
          ? t('rule.field_too_precise', { scale })
          : null,
  };
}
