import { rightText } from '@tessera/api/kit/rights';
import type { StaffMachineOutput } from '@tessera/api/staff';
import { Button, SkeletonRows, Text } from '@tessera/ui';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useReading } from '../app/calls.ts';
import { useServices } from '../app/services.ts';
import { minuteOf } from '../figures/format.ts';
import styles from '../instruments/InstrumentsScreen.module.css';
import { Loaded } from '../notice/Loaded.tsx';
import { Outdated } from '../notice/Notice.tsx';
import { Table } from '../table/Table.tsx';
import { texts } from '../texts.ts';
import { CreateBindingDialog } from './CreateBindingDialog.tsx';

const words = texts.machines;
const { bindings } = words;
const READ = 'GET /staff/machines/bindings';

/** ms between reads: build servers use their bindings. */
const REFRESH_MS = 10_000;

type Binding = StaffMachineOutput<typeof READ>['list'][number];

/** Build servers that log in by the tokens that they issue to their runs: which runs, and what each may do. */
export function BindingsPart() {
  const { call } = useServices();
  const query = useReading(READ, {}, { refetchInterval: REFRESH_MS });
  const { data, error } = query;
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Binding | null>(null);
  if (!data) return <Loaded query={query} title={bindings.failed} waiting={<SkeletonRows count={3} />} />;
  const { columns } = words;
  return (
    <>
      <Text as="h2" size="inherit" above={5} below={3}>
        {bindings.title}
      </Text>
      <Text size="inherit" below={3}>
        {bindings.lead}
      </Text>
      <div className={styles.actions}>
        <Button onClick={() => setCreating(true)}>{bindings.create}</Button>
      </div>
      <Outdated error={error} title={bindings.failed} />
      {data.list.length === 0 ? (
        <Text size="inherit">{bindings.none}</Text>
      ) : (
        <Table
          className={styles.table}
          columns={[bindings.runs, columns.rights, columns.used, columns.state, { hidden: columns.actions }]}
        >
          {data.list.map((each) => (
            <tr key={each.id}>
              <th scope="row" className={styles.symbol}>
                {bindings.runsOf(words.machineOf(each.name, each.member), each.issuer, each.claims)}
              </th>
              <td>{each.rights.map(rightText).join(', ')}</td>
              <td>{each.last_used_at === null ? words.unused : minuteOf(each.last_used_at)}</td>
              <td data-halted={each.revoked_at !== null}>
                {each.revoked_at === null ? bindings.inForce : words.revoked(minuteOf(each.revoked_at))}
              </td>
              <td>
                {each.revoked_at === null && (
                  <Button
                    size="s"
                    variant="secondary"
                    aria-label={bindings.revokeLabel(each.name)}
                    onClick={() => setRevoking(each)}
                  >
                    {words.revoke}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {creating && <CreateBindingDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <ChangeDialog
          title={bindings.revokeTitle(revoking.name)}
          confirmLabel={words.revoke}
          tone="danger"
          idle={null}
          done={bindings.revokedDone(revoking.name)}
          reads={[READ]}
          send={(reason) => call('POST /staff/machines/bindings/revoke', { id: revoking.id, reason })}
          onClose={() => setRevoking(null)}
        >
          <p>{bindings.revokeLead}</p>
        </ChangeDialog>
      )}
    </>
  );
}
