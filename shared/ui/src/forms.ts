export { AmountInput, type AmountInputProps } from './amount-input/AmountInput.tsx';
export { type AmountLimits, type AmountProblem, amountProblem } from './amount-input/amount-problem.ts';
export { shareText } from './amount-input/share-text.ts';
export { useAmountEntry } from './amount-input/use-amount-entry.ts';
// Also in `content`: a screen with a form asks before it sends, and needs nothing else from there.
export { Dialog, type DialogProps } from './dialog/Dialog.tsx';
export { Field, type FieldIds, type FieldProps, type FieldTexts } from './field/Field.tsx';
export { PasswordInput } from './field/PasswordInput.tsx';
export { SearchInput, type SearchInputProps } from './field/SearchInput.tsx';
export { TextInput, type TextInputProps } from './field/TextInput.tsx';
export { type SearchText, useSearchText } from './field/use-search-text.ts';
export { type Segment, SegmentedControl, type SegmentedControlProps } from './segmented/SegmentedControl.tsx';
export { FilterChip, type FilterChipProps } from './select/FilterChip.tsx';
export { ChoiceList, type ChoiceListProps, Select, type SelectOption, type SelectProps } from './select/Select.tsx';
export { useRegions } from './select/use-regions.ts';
export { Checkbox, type CheckboxProps } from './toggle/Checkbox.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './toggle/RadioGroup.tsx';
export { Switch, type SwitchProps } from './toggle/Switch.tsx';
export { Unresolved, type UnresolvedProps } from './unresolved/Unresolved.tsx';
