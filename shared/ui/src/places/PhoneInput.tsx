import { useTexts } from '@tessera/i18n';
import { foldSigns, UNSEEN } from '@tessera/money/typed';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import box from '../field/Field.module.css';
import { Field, type FieldTexts } from '../field/Field.tsx';
import { Text } from '../primitives/Primitives.tsx';
import { ChoiceList } from '../select/Select.tsx';
import { Sheet } from '../sheet/Sheet.tsx';
import { callingCode, splitNumber } from './calling-codes.ts';
import { chosenCountry, homeCountry, useCountries } from './countries.ts';
import styles from './PhoneInput.module.css';

export type PhoneInputProps = FieldTexts & {
  /** With a plus sign and the calling code, as it was typed otherwise; empty without a number. */
  readonly value: string;
  readonly onChange: (number: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly autoComplete?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** May be an e-mail address as well: the calling code shows once a number is typed. */
  readonly orEmail?: boolean | undefined;
};

/** Digits and what people write between them. */
const NUMBER = /^\s*[+\d][\d\s()./-]*$/;

const isInternational = (text: string): boolean => /^\s*(\+|00)/.test(text);

function CountrySheet({
  open,
  onClose,
  ...choice
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly value: string;
  readonly onChange: (country: string) => void;
}) {
  const t = useTexts('common');
  const countries = useCountries();
  return (
    <Sheet open={open} onClose={onClose} title={t('ui.callingCode')} tall>
      <ChoiceList label={t('ui.callingCode')} options={countries} onPick={onClose} searchable {...choice} />
    </Sheet>
  );
}

/** A phone number: the calling code by its country, and the number as it is dialled there. */
export function PhoneInput({
  value,
  onChange,
  onBlur,
  autoComplete = 'tel',
  disabled,
  orEmail = false,
  ...texts
}: PhoneInputProps) {
  const t = useTexts('common');
  const [country, setCountry] = useState(() => splitNumber(value, homeCountry())?.country ?? homeCountry());
  const [open, setOpen] = useState(false);
  const code = callingCode(country) ?? '';
  const isNumber = !orEmail || NUMBER.test(value);
  const local = isNumber && isInternational(value) ? (splitNumber(value, country)?.rest ?? value) : value;

  const enter = (number: string, of = code) => onChange(number.trim() === '' ? '' : `+${of}${number}`);
  const type = (text: string) => {
    if (orEmail && !NUMBER.test(text)) return onChange(text);
    const split = isInternational(text) ? splitNumber(text, country) : null;
    if (split) {
      setCountry(split.country);
      enter(split.rest, callingCode(split.country));
    } else if (isInternational(text) || text === '+') onChange(text);
    else enter(text);
  };
  const choose = (chosen: string) => {
    setCountry(chosen);
    chosenCountry.write(chosen);
    enter(local, callingCode(chosen));
  };
  return (
    <>
      <Field {...texts}>
        {(ids) => (
          <div className={box.box}>
            {isNumber && (
              <button
                className={styles.code}
                type="button"
                disabled={disabled}
                aria-haspopup="dialog"
                aria-label={`${t('ui.callingCode')}: ${country} +${code}`}
                onClick={() => setOpen(true)}
              >
                <Text as="span" weight="medium">
                  {country}
                </Text>
                +{code}
                <ChevronDown />
              </button>
            )}
            <input
              {...ids}
              {...(orEmail && { autoCapitalize: 'none', spellCheck: false })}
              className={box.input}
              type={orEmail ? 'text' : 'tel'}
              inputMode={orEmail ? 'email' : 'tel'}
              autoComplete={autoComplete}
              disabled={disabled}
              value={local}
              onChange={(event) => type(foldSigns(event.target.value.replace(UNSEEN, '')))}
              onBlur={onBlur}
            />
          </div>
        )}
      </Field>
      <CountrySheet open={open} onClose={() => setOpen(false)} value={country} onChange={choose} />
    </>
  );
}
