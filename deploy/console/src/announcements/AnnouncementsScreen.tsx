import type { StaffContentOutput } from '@tessera/api/content';
import { Button, SkeletonRows, Span, Stack, Text } from '@tessera/ui';
import { useState } from 'react';
import { useReading } from '../app/calls.ts';
import { minuteOf } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice } from '../notice/Notice.tsx';
import { mayAnnounce } from '../session/rights.ts';
import styles from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import { AnnouncementPane } from './AnnouncementPane.tsx';

const words = texts.announcements;

export type Announcement = StaffContentOutput<'GET /staff/announcements'>['list'][number];

function Row({
  announcement,
  chosen,
  onChoose,
}: {
  readonly announcement: Announcement;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { title, at, shown, pop, languages } = announcement;
  return (
    <li>
      <button type="button" className={styles.row} aria-current={chosen || undefined} onClick={onChoose}>
        <span className={styles.who}>{title}</span>
        <Text as="span" breaks>
          {!shown && <Span tone="warn">{words.draft}</Span>}
          {[shown ? '' : ' ', at !== null && minuteOf(at), pop && words.pops, words.written(languages.join(', '))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </button>
    </li>
  );
}

function Editor() {
  const query = useReading('GET /staff/announcements', {});
  const { data } = query;
  /** An id, or `new`. */
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={6} />} />;
  const announcement = data.list.find(({ id }) => id === chosen) ?? null;
  return (
    <div className={styles.desk}>
      <section className={styles.inbox} aria-label={words.list}>
        <Button size="s" onClick={() => setChosen('new')}>
          {words.add}
        </Button>
        {data.list.length === 0 && <p className={styles.none}>{words.none}</p>}
        <Stack as="ul" gap={2}>
          {data.list.map((each) => (
            <Row key={each.id} announcement={each} chosen={each.id === chosen} onChoose={() => setChosen(each.id)} />
          ))}
        </Stack>
      </section>
      {chosen === 'new' || announcement ? (
        <AnnouncementPane key={chosen} announcement={announcement} onCreated={setChosen} />
      ) : (
        <p className={styles.none}>{words.choose}</p>
      )}
    </div>
  );
}

/** Announcements in all languages, and which of them pop up. */
export function AnnouncementsScreen({ role }: { readonly role: string }) {
  if (mayAnnounce(role)) return <Editor />;
  return (
    <Notice tone="info">
      <p>{words.role}</p>
    </Notice>
  );
}
