import { HISTORY_LIMIT, type ReleaseEventSummary } from '@tessera/registry-api';
import { Button, ChipGroup, EmptyState, SkeletonRows, Text } from '@tessera/ui';
import { useCallback, useState } from 'react';
import { nameOf } from '../actions/change-words.ts';
import { RevertDialog } from '../actions/RevertDialog.tsx';
import { Loaded } from '../notice/Loaded.tsx';
import { Outdated } from '../notice/Notice.tsx';
import { useFigures } from '../registry/figures.ts';
import { useHistory } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import { EventEntry } from './EventEntry.tsx';
import styles from './HistoryScreen.module.css';

/** Events read at first; each click reads four times as many. */
const FIRST_LOOK = 50;
const ALL = '';

/** Remotes that an event concerns. */
const concernedBy = ({ changes, preview }: ReleaseEventSummary): readonly string[] =>
  preview ? [preview.name] : changes.map(({ name }) => name);

/** Names in the events, sorted alphabetically. */
const namesIn = (events: readonly ReleaseEventSummary[]): readonly string[] =>
  [...new Set(events.flatMap(concernedBy))].sort();

export type HistoryScreenProps = {
  /** Why nothing can be released now; null when it can. */
  readonly blocked: string | null;
};

/** Every release event with who, when and why, and a revert button. */
export function HistoryScreen({ blocked }: HistoryScreenProps) {
  const { status } = useFigures();
  const [limit, setLimit] = useState(FIRST_LOOK);
  const [name, setName] = useState(ALL);
  const [reverting, setReverting] = useState<{ readonly epoch: number; readonly seen: number } | null>(null);
  const query = useHistory(limit, status?.epoch);
  const { data, error, isFetching } = query;

  const latest = data?.[0]?.epoch ?? 0;
  const revert = useCallback((epoch: number) => setReverting({ epoch, seen: latest }), [latest]);

  if (!data) return <Loaded query={query} title={texts.history.failed} waiting={<SkeletonRows count={6} />} />;
  if (data.length === 0) {
    return <EmptyState illustration="orders" title={texts.history.emptyTitle} text={texts.history.emptyText} />;
  }
  const names = namesIn(data);
  const shown = name === ALL ? data : data.filter((event) => concernedBy(event).includes(name));
  return (
    <>
      <Text size="inherit" below={2}>
        {texts.history.lead}
      </Text>
      {names.length > 1 && (
        <ChipGroup
          wrap
          label={texts.history.filter}
          options={[
            { value: ALL, label: texts.history.all },
            ...names.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={name}
          onChange={setName}
        />
      )}
      <Outdated error={error} title={texts.history.failed} />
      {shown.length === 0 ? (
        <Text size="inherit" align="center" below={8} above={8}>
          {texts.history.noMatch}
        </Text>
      ) : (
        <ol className={styles.events}>
          {shown.map((event) => (
            <EventEntry
              key={event.epoch}
              event={event}
              inForce={event.epoch === latest}
              blocked={blocked}
              onRevert={revert}
            />
          ))}
        </ol>
      )}
      {data.length >= limit && limit === HISTORY_LIMIT && (
        <Text size="inherit" align="center" below={8} above={8}>
          {texts.history.further}
        </Text>
      )}
      {data.length >= limit && limit < HISTORY_LIMIT && (
        <div className={styles.more}>
          <Button variant="secondary" busy={isFetching} onClick={() => setLimit(Math.min(limit * 4, HISTORY_LIMIT))}>
            {texts.history.older}
          </Button>
        </div>
      )}
      {reverting && <RevertDialog epoch={reverting.epoch} seen={reverting.seen} onClose={() => setReverting(null)} />}
    </>
  );
}
