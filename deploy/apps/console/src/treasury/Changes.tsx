import type { StaffTreasuryInput } from '@tessera/api/treasury';
import { Button } from '@tessera/ui';
import { Select, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { formatAmount, minuteOf } from '../figures/format.ts';
import support from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import { DataTable } from './DataTable.tsx';
import { TREASURY, type Treasury } from './queries.ts';

const words = texts.treasury;

type Change = Treasury['changes'][number];
type Proposal = StaffTreasuryInput<'POST /staff/treasury/propose'>;
type Kind = Proposal['kind'];
type Field = keyof typeof words.fields;

/** What each kind of change needs. */
const FIELDS = {
  limit: ['chain', 'currency', 'low', 'high'],
  cold: ['chain', 'address'],
  sweep: ['chain', 'currency', 'amount'],
  elsewhere: ['currency', 'amount', 'reference'],
  movement: ['chain', 'currency', 'address', 'direction', 'amount', 'reference'],
} as const satisfies Record<Kind, readonly Field[]>;

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

/** A change that another member decides. */
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
        return call('POST /staff/treasury/propose', { kind, ...given, reason } as Proposal);
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

/** What a change sets, in the order of its fields. */
function termsOf({ kind, chain, currency, address, low, high, amount, reference, reason }: Change): string {
  const named = { low, high, amount };
  const amounts = Object.entries(named).flatMap(([name, value]) =>
    value === null ? [] : [`${words.fields[name as keyof typeof named]} ${formatAmount(value)}`],
  );
  return [words.kinds[kind], chain, currency, ...amounts, address, reference, reason].filter(Boolean).join(' · ');
}

type Asked = { readonly change: Change; readonly approve: boolean };

function DecideDialog({ change, approve, onClose }: Asked & { readonly onClose: () => void }) {
  const { call } = useServices();
  const { id } = change;
  return (
    <ChangeDialog
      title={approve ? words.approveTitle(id) : words.rejectTitle(id)}
      confirmLabel={approve ? words.approve : words.reject}
      tone={approve ? 'primary' : 'danger'}
      idle={null}
      done={approve ? words.approved : words.rejected}
      reads={[TREASURY]}
      send={(reason) => call('POST /staff/treasury/decide', { id, approve, reason })}
      onClose={onClose}
    >
      <p>{termsOf(change)}</p>
    </ChangeDialog>
  );
}

/** Changes that wait for a second member. */
export function Changes({ treasury: { changes } }: { readonly treasury: Treasury }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <DataTable
        name="changes"
        columns={['terms', 'by', 'at', 'actions']}
        rows={changes.map((change) => ({
          key: change.id,
          cells: [
            { text: termsOf(change), long: true },
            change.proposed_by,
            minuteOf(change.proposed_at),
            <div key="actions" className={support.tools}>
              <Button
                size="s"
                aria-label={words.approveLabel(change.id)}
                onClick={() => setAsked({ change, approve: true })}
              >
                {words.approve}
              </Button>
              <Button
                size="s"
                variant="secondary"
                aria-label={words.rejectLabel(change.id)}
                onClick={() => setAsked({ change, approve: false })}
              >
                {words.reject}
              </Button>
            </div>,
          ],
        }))}
      />
      {asked && <DecideDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
