import type { StaffTreasuryCall, StaffTreasuryInput } from '@tessera/api/treasury';
import { AmountInput, Select, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { texts } from '../texts.ts';
import { TREASURY } from './queries.ts';

const words = texts.treasury;

type Change = Exclude<StaffTreasuryCall, typeof TREASURY>;
type Kind = Change extends `POST /staff/treasury/${infer K}` ? K : never;
type Field = keyof typeof words.fields;

/** What each kind of change needs. */
const FIELDS = {
  limit: ['chain', 'currency', 'low', 'high'],
  cold: ['chain', 'address'],
  sweep: ['chain', 'currency', 'amount'],
  elsewhere: ['currency', 'amount', 'reference'],
  movement: ['chain', 'currency', 'address', 'direction', 'amount', 'reference'],
} as const satisfies Record<Kind, readonly Field[]>;

const AMOUNTS: ReadonlySet<Field> = new Set(['low', 'high', 'amount']);
const CHAINS = ['ethereum', 'bitcoin', 'tron'] as const;
const OPTIONS: Partial<Record<Field, readonly { readonly value: string; readonly label: string }[]>> = {
  chain: CHAINS.map((value) => ({ value, label: value })),
  direction: (['in', 'out'] as const).map((value) => ({ value, label: words.directions[value] })),
};
const EMPTY: Readonly<Record<Field, string>> = {
  chain: 'ethereum',
  currency: '',
  address: '',
  low: '',
  high: '',
  amount: '',
  direction: 'in',
  reference: '',
};

/** A change that another member approves, under Changes. */
export function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const { call } = useServices();
  const [kind, setKind] = useState<Kind>('limit');
  const [typed, setTyped] = useState(EMPTY);
  const fields: readonly Field[] = FIELDS[kind];
  const entered = (field: Field) => (field === 'currency' ? typed[field].toUpperCase() : typed[field]).trim();
  const set = (field: Field) => (value: string) => setTyped((before) => ({ ...before, [field]: value }));
  return (
    <ChangeDialog
      title={words.proposeTitle}
      confirmLabel={words.propose}
      tone="primary"
      idle={fields.some((field) => entered(field) === '') ? words.incomplete : null}
      done={words.proposed}
      reads={[TREASURY]}
      send={(reason) => {
        // Validated by the backend, which names the field.
        const given = Object.fromEntries(fields.map((field) => [field, entered(field)]));
        return call(`POST /staff/treasury/${kind}`, { ...given, reason } as StaffTreasuryInput<Change>);
      }}
      onClose={onClose}
    >
      <p>{words.proposeLead}</p>
      <Select
        label={words.kindOfChange}
        value={kind}
        options={(Object.keys(FIELDS) as Kind[]).map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(value) => setKind(value as Kind)}
      />
      {fields.map((field) => {
        const options = OPTIONS[field];
        if (AMOUNTS.has(field)) {
          return (
            <AmountInput
              key={field}
              label={words.fields[field]}
              value={typed[field]}
              scale={18}
              onChange={set(field)}
            />
          );
        }
        return options ? (
          <Select
            key={field}
            label={words.fields[field]}
            value={typed[field]}
            options={options}
            onChange={set(field)}
          />
        ) : (
          <TextInput
            key={field}
            label={words.fields[field]}
            autoComplete="off"
            spellCheck={false}
            value={typed[field]}
            onChange={set(field)}
          />
        );
      })}
    </ChangeDialog>
  );
}
