export { CodeField, type CodeFieldProps } from './code-field/CodeField.tsx';
export { CodeInput, type CodeInputProps } from './code-input/CodeInput.tsx';
export { DigitsInput } from './code-input/DigitsInput.tsx';
export { PayKeypad, type PayKeypadProps } from './keypad/PayKeypad.tsx';
