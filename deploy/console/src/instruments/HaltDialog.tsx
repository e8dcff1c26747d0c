import type { StaffInstrument } from '@tessera/api/instruments';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { texts } from '../texts.ts';
import { INSTRUMENTS } from './queries.ts';

export type HaltDialogProps = { readonly instrument: StaffInstrument; readonly onClose: () => void };

/** Halts an instrument, or resumes one that staff halted. */
export function HaltDialog({ instrument, onClose }: HaltDialogProps) {
  const { haltInstrument, resumeInstrument } = useServices();
  const [{ symbol, halt }] = useState(instrument);
  return halt === null ? (
    <ChangeDialog
      title={texts.instruments.haltTitle(symbol)}
      confirmLabel={texts.instruments.halt}
      tone="danger"
      idle={null}
      done={texts.instruments.haltedDone(symbol)}
      reads={INSTRUMENTS}
      send={(reason) => haltInstrument({ symbol, reason })}
      onClose={onClose}
    >
      <p>{texts.instruments.haltLead}</p>
    </ChangeDialog>
  ) : (
    <ChangeDialog
      title={texts.instruments.resumeTitle(symbol)}
      confirmLabel={texts.instruments.resume}
      tone="primary"
      idle={null}
      done={texts.instruments.resumedDone(symbol)}
      reads={INSTRUMENTS}
      send={(reason) => resumeInstrument({ symbol, reason })}
      onClose={onClose}
    >
      <p>{texts.instruments.resumeLead(halt)}</p>
    </ChangeDialog>
  );
}
