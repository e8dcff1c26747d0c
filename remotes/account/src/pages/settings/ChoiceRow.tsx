import { ListRow, Sheet } from '@tessera/ui';
import { RadioGroup, type RadioOption } from '@tessera/ui/forms';
import { type ReactNode, useState } from 'react';

type Props<Value extends string> = {
  readonly title: string;
  readonly start: ReactNode;
  /** The choice in force, in a few letters. */
  readonly shown: string;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** A setting as a row; its choices slide up in a sheet. */
export function ChoiceRow<Value extends string>({ title, start, shown, options, value, onChange }: Props<Value>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ListRow start={start} title={title} value={shown} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={close} title={title}>
        <RadioGroup label={title} options={options} value={value} onChange={onChange} onPick={close} />
      </Sheet>
    </>
  );
}
