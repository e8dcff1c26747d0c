import type { StaffInstrument } from '@tessera/api/instruments';
import { findInstruments } from '@tessera/api/instruments/rules';
import { Button, SkeletonRows, Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice, Outdated } from '../notice/Notice.tsx';
import { mayChangeTerms, mayHalt } from '../session/rights.ts';
import { Table } from '../table/Table.tsx';
import { texts } from '../texts.ts';
import { EditDialog } from './EditDialog.tsx';
import { HaltDialog } from './HaltDialog.tsx';
import styles from './InstrumentsScreen.module.css';
import { useInstruments } from './queries.ts';

/** Rows that are shown at once. */
const MOST_SHOWN = 60;

const percent = (ratio: number): string =>
  `${(ratio * 100).toLocaleString('en-GB', { maximumSignificantDigits: 3, maximumFractionDigits: 6 })} %`;

type Opened = { readonly kind: 'edit' | 'halt'; readonly instrument: StaffInstrument };

/** Returns halted instruments first: users wait for them. */
const inOrder = (list: readonly StaffInstrument[]): readonly StaffInstrument[] =>
  list.toSorted((a, b) => Number(a.halt === null) - Number(b.halt === null));

/** What is listed, with its terms and halts. */
export function InstrumentsScreen({ role }: { readonly role: string }) {
  const instruments = useInstruments();
  const { data, error } = instruments;
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  if (!data)
    return <Loaded query={instruments} title={texts.instruments.failed} waiting={<SkeletonRows count={8} />} />;
  const found = query.trim() === '' ? inOrder(data.list) : findInstruments(data.list, query);
  const shown = found.slice(0, MOST_SHOWN);
  const { columns } = texts.instruments;
  return (
    <>
      <Text size="inherit" below={3}>
        {texts.instruments.lead} {texts.instruments.version(data.version)}
      </Text>
      <div className={styles.find}>
        <TextInput label={texts.instruments.find} autoComplete="off" value={query} onChange={setQuery} />
      </div>
      <Outdated error={error} title={texts.instruments.failed} />
      {data.misfits.length > 0 && (
        <Notice tone="warn" title={texts.instruments.misfits}>
          {data.misfits.map(({ symbol, reason }) => (
            <p key={symbol}>{texts.instruments.misfit(symbol, reason)}</p>
          ))}
        </Notice>
      )}
      {shown.length === 0 ? (
        <Text size="inherit" align="center" below={8} above={8}>
          {texts.instruments.none}
        </Text>
      ) : (
        <Table
          className={styles.table}
          columns={[
            columns.symbol,
            columns.state,
            columns.fees,
            columns.spread,
            columns.depth,
            { hidden: columns.actions },
          ]}
        >
          {shown.map((instrument) => (
            <Row key={instrument.symbol} instrument={instrument} role={role} onOpen={setOpened} />
          ))}
        </Table>
      )}
      {found.length > shown.length && (
        <Text size="inherit" align="center" below={8} above={8}>
          {texts.instruments.more(shown.length, found.length)}
        </Text>
      )}
      {opened?.kind === 'edit' && <EditDialog instrument={opened.instrument} onClose={() => setOpened(null)} />}
      {opened?.kind === 'halt' && <HaltDialog instrument={opened.instrument} onClose={() => setOpened(null)} />}
    </>
  );
}

type RowProps = {
  readonly instrument: StaffInstrument;
  readonly role: string;
  readonly onOpen: (opened: Opened) => void;
};

function Row({ instrument, role, onOpen }: RowProps) {
  const { symbol, name, halt, maker_fee_rate, taker_fee_rate, effective } = instrument;
  const words = texts.instruments;
  return (
    <tr>
      <th scope="row">
        <span className={styles.symbol}>{symbol}</span>
        <span className={styles.name}>{name}</span>
      </th>
      <td data-halted={halt !== null}>{halt === null ? words.trading : words.halted(halt)}</td>
      <td>
        {percent(Number(maker_fee_rate))} / {percent(Number(taker_fee_rate))}
      </td>
      <td>{percent(2 * effective.half_spread)}</td>
      <td>{effective.depth.toLocaleString('en-GB', { maximumFractionDigits: 0 })}</td>
      <td>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            aria-label={words.editLabel(symbol)}
            disabled={!mayChangeTerms(role)}
            {...(!mayChangeTerms(role) && { title: words.changeRole })}
            onClick={() => onOpen({ kind: 'edit', instrument })}
          >
            {words.edit}
          </Button>
          <Button
            variant="secondary"
            aria-label={halt === null ? words.haltLabel(symbol) : words.resumeLabel(symbol)}
            disabled={!mayHalt(role)}
            {...(!mayHalt(role) && { title: words.haltRole })}
            onClick={() => onOpen({ kind: 'halt', instrument })}
          >
            {halt === null ? words.halt : words.resume}
          </Button>
        </div>
      </td>
    </tr>
  );
}
