import { foldSigns, UNSEEN } from '@tessera/money/typed';
import { TextInput, type TextInputProps } from '../field/TextInput.tsx';

/** A code of digits that is no number, such as one of a bank or a tax payer: with the signs of every keyboard. */
export const DigitsInput = ({ onChange, ...rest }: Omit<TextInputProps, 'type' | 'inputMode'>) => (
  <TextInput
    autoComplete="off"
    {...rest}
    inputMode="numeric"
    onChange={(text) => onChange(foldSigns(text.replace(UNSEEN, '')))}
  />
);
