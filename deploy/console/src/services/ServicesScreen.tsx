import type { StaffServiceOutput } from '@tessera/api/site';
import { Button, SkeletonRows, Text } from '@tessera/ui';
import { Lock } from '@tessera/ui/icons';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useReading } from '../app/calls.ts';
import { useServices } from '../app/services.ts';
import { minuteOf } from '../figures/format.ts';
import styles from '../instruments/InstrumentsScreen.module.css';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice, Outdated } from '../notice/Notice.tsx';
import { mayHalt } from '../session/rights.ts';
import { Table } from '../table/Table.tsx';
import { texts } from '../texts.ts';

const words = texts.services;
const READ = 'GET /staff/services';

/** ms between reads: others pause services too. */
const REFRESH_MS = 10_000;

type Service = StaffServiceOutput<typeof READ>['list'][number];

type DialogProps = { readonly service: Service; readonly onClose: () => void };

/** Pauses a service, or resumes one that is paused. */
function PauseDialog({ service: { service, paused }, onClose }: DialogProps) {
  const { call } = useServices();
  const name = words.names[service];
  // What was asked stays while the list behind it is read again.
  const [resumes] = useState(paused);
  return (
    <ChangeDialog
      title={resumes ? words.resumeTitle(name) : words.pauseTitle(name)}
      confirmLabel={resumes ? words.resume : words.pause}
      tone={resumes ? 'primary' : 'danger'}
      idle={null}
      done={resumes ? words.resumedDone(name) : words.pausedDone(name)}
      reads={[READ]}
      send={(reason) =>
        call(resumes ? 'POST /staff/services/resume' : 'POST /staff/services/pause', { service, reason })
      }
      onClose={onClose}
    >
      <p>{resumes ? words.resumeLead : words.pauseLead}</p>
    </ChangeDialog>
  );
}

/** The services that can be paused, and who changed each last. */
export function ServicesScreen({ role }: { readonly role: string }) {
  const may = mayHalt(role);
  return may ? (
    <ServiceList />
  ) : (
    <Notice tone="info" icon={<Lock />}>
      <p>{texts.instruments.haltRole}</p>
    </Notice>
  );
}

function ServiceList() {
  const query = useReading(READ, {}, { refetchInterval: REFRESH_MS });
  const { data, error } = query;
  const [opened, setOpened] = useState<Service | null>(null);
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={8} />} />;
  return (
    <>
      <Text size="inherit" below={3}>
        {words.lead}
      </Text>
      <Outdated error={error} title={words.failed} />
      <Table
        className={styles.table}
        columns={[words.columns.service, words.columns.state, words.columns.last, { hidden: words.columns.actions }]}
      >
        {data.list.map((each) => {
          const { service, paused, last } = each;
          const name = words.names[service];
          return (
            <tr key={service}>
              <th scope="row" className={styles.symbol}>
                {name}
              </th>
              <td data-halted={paused}>{paused ? words.paused : words.running}</td>
              <td>{last ? words.last(minuteOf(last.at), last.by, last.reason) : words.never}</td>
              <td>
                <div className={styles.actions}>
                  <Button
                    size="s"
                    variant="secondary"
                    aria-label={paused ? words.resumeLabel(name) : words.pauseLabel(name)}
                    onClick={() => setOpened(each)}
                  >
                    {paused ? words.resume : words.pause}
                  </Button>
                </div>
              </td>
            </tr>
          );
        })}
      </Table>
      {opened && <PauseDialog service={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
