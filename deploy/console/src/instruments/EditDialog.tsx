import type { StaffInstrument } from '@tessera/api/instruments';
import { Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { texts } from '../texts.ts';
import styles from './EditDialog.module.css';
import { INSTRUMENTS } from './queries.ts';
import { changeRequest, changesOf, entered, type TermName, termNames, termsOf } from './terms.ts';

export type EditDialogProps = { readonly instrument: StaffInstrument; readonly onClose: () => void };

/** The terms of an instrument. What differs is sent, for the version that was shown. */
export function EditDialog({ instrument, onClose }: EditDialogProps) {
  const { changeInstrument } = useServices();
  // As it was when the dialog opened: the list behind it is read again meanwhile.
  const [shown] = useState(instrument);
  const [before] = useState(() => termsOf(shown));
  const [typed, setTyped] = useState(before);
  const changes = changesOf(before, typed);
  /** How a number with signs between thousands is read. */
  const readAs = (name: TermName) => {
    const read = entered(name, typed[name]);
    return read === typed[name].trim() ? undefined : `= ${read}`;
  };
  return (
    <ChangeDialog
      title={texts.instruments.editTitle(shown.symbol)}
      confirmLabel={texts.instruments.save}
      tone="primary"
      idle={Object.keys(changes).length === 0 ? texts.instruments.unchanged : null}
      done={texts.instruments.saved(shown.symbol)}
      reads={INSTRUMENTS}
      send={(reason) => changeInstrument(changeRequest(shown, changes, reason))}
      onClose={onClose}
    >
      <Text size="inherit">{texts.instruments.editLead}</Text>
      <div className={styles.fields}>
        {termNames.map((name) => (
          <TextInput
            key={name}
            label={texts.instruments.fields[name]}
            helper={readAs(name)}
            autoComplete="off"
            spellCheck={false}
            value={typed[name]}
            onChange={(value) => setTyped((former) => ({ ...former, [name]: value }))}
          />
        ))}
      </div>
    </ChangeDialog>
  );
}
