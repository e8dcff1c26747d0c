import { rightText } from '@tessera/api/kit/rights';
import type { StaffMachineOutput } from '@tessera/api/staff';
import { Button, SkeletonRows, Text } from '@tessera/ui';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useReading } from '../app/calls.ts';
import { useServices } from '../app/services.ts';
import { useNow } from '../app/use-now.ts';
import { minuteOf } from '../figures/format.ts';
import styles from '../instruments/InstrumentsScreen.module.css';
import { Loaded } from '../notice/Loaded.tsx';
import { Outdated } from '../notice/Notice.tsx';
import { Table } from '../table/Table.tsx';
import { texts } from '../texts.ts';
import { BindingsPart } from './BindingsPart.tsx';
import { CommandLineDialog } from './CommandLineDialog.tsx';
import { CreateMachineDialog } from './CreateMachineDialog.tsx';

const words = texts.machines;
const READ = 'GET /staff/machines';

/** ms between reads: machines use their tokens. */
const REFRESH_MS = 10_000;

type Machine = StaffMachineOutput<typeof READ>['list'][number];

function stateOf({ revoked_at, expires_at }: Machine, now: number): string {
  if (revoked_at !== null) return words.revoked(minuteOf(revoked_at));
  return expires_at <= now ? words.expired(minuteOf(expires_at)) : words.until(minuteOf(expires_at));
}

const ended = ({ revoked_at, expires_at }: Machine, now: number): boolean => revoked_at !== null || expires_at <= now;

/** Tokens of machines and bindings of build servers: what each may do, until when, and when it was used last. */
export function MachinesScreen() {
  const { call } = useServices();
  const now = useNow();
  const query = useReading(READ, {}, { refetchInterval: REFRESH_MS });
  const { data, error } = query;
  const [creating, setCreating] = useState(false);
  const [loggingIn, setLoggingIn] = useState(false);
  const [revoking, setRevoking] = useState<Machine | null>(null);
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={4} />} />;
  const { columns } = words;
  return (
    <>
      <Text size="inherit" below={3}>
        {words.lead}
      </Text>
      <div className={styles.actions}>
        <Button onClick={() => setCreating(true)}>{words.create}</Button>
        <Button variant="secondary" onClick={() => setLoggingIn(true)}>
          {words.commandLine.open}
        </Button>
      </div>
      <Outdated error={error} title={words.failed} />
      {data.list.length === 0 ? (
        <Text size="inherit">{words.none}</Text>
      ) : (
        <Table
          className={styles.table}
          columns={[columns.name, columns.rights, columns.used, columns.state, { hidden: columns.actions }]}
        >
          {data.list.map((each) => (
            <tr key={each.id}>
              <th scope="row" className={styles.symbol}>
                {words.machineOf(each.name, each.member)}
              </th>
              <td>{each.rights.map(rightText).join(', ')}</td>
              <td>{each.last_used_at === null ? words.unused : minuteOf(each.last_used_at)}</td>
              <td data-halted={ended(each, now)}>{stateOf(each, now)}</td>
              <td>
                {!ended(each, now) && (
                  <Button
                    size="s"
                    variant="secondary"
                    aria-label={words.revokeLabel(each.name)}
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
      <BindingsPart />
      {loggingIn && <CommandLineDialog onClose={() => setLoggingIn(false)} />}
      {creating && <CreateMachineDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <ChangeDialog
          title={words.revokeTitle(revoking.name)}
          confirmLabel={words.revoke}
          tone="danger"
          idle={null}
          done={words.revokedDone(revoking.name)}
          reads={[READ]}
          send={(reason) => call('POST /staff/machines/revoke', { id: revoking.id, reason })}
          onClose={() => setRevoking(null)}
        >
          <p>{words.revokeLead}</p>
        </ChangeDialog>
      )}
    </>
  );
}
