import type { QueueItem } from '@tessera/api/staff';
import { Button, Inline, SkeletonRows, Stack, Text } from '@tessera/ui';
import { useState } from 'react';
import { useAction, useReading } from '../app/calls.ts';
import { minuteOf } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { mayModerate } from '../session/rights.ts';
import styles from '../support/SupportScreen.module.css';
import { TabStrip } from '../support/TabStrip.tsx';
import { texts } from '../texts.ts';
import { detailOf, ItemPane } from './ItemPane.tsx';
import { type ChatQueue, LOOK, useWaiting } from './queries.ts';
import { Rooms } from './Rooms.tsx';

const words = texts.moderation;

const TABS = ['chat_report', 'chat_held', 'bans', 'rooms', 'log'] as const;
type Tab = (typeof TABS)[number];

function Row({
  item,
  chosen,
  onChoose,
}: {
  readonly item: QueueItem;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const reports = detailOf(item, 'reports');
  const why = detailOf(item, 'why');
  return (
    <li>
      <button type="button" className={styles.row} aria-current={chosen || undefined} onClick={onChoose}>
        <span className={styles.who}>
          <bdi>{item.user.account_name}</bdi>
          <span className={styles.count}>{detailOf(item, 'room')}</span>
        </span>
        <span className={styles.preview} dir="auto">
          {detailOf(item, 'text') || words.picture}
        </span>
        <Text as="span" breaks>
          {[
            minuteOf(item.created_at),
            reports && words.reports(Number(reports)),
            detailOf(item, 'reasons'),
            why && words.why[why],
            item.claim && words.claimed(item.claim.name),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </button>
    </li>
  );
}

function Queue({ queue, staffId }: { readonly queue: ChatQueue; readonly staffId: string | null }) {
  const query = useWaiting(queue);
  const { data } = query;
  const [chosen, setChosen] = useState<string | null>(null);
  const item = data?.list.find(({ id }) => id === chosen);
  return (
    <div className={styles.desk}>
      <section className={styles.inbox} aria-label={words.tab[queue]}>
        <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={5} />} />
        {data?.list.length === 0 && <p className={styles.none}>{words.none[queue]}</p>}
        <Stack as="ul" gap={2}>
          {data?.list.map((each) => (
            <Row key={each.id} item={each} chosen={each.id === chosen} onChoose={() => setChosen(each.id)} />
          ))}
        </Stack>
      </section>
      {item ? (
        <ItemPane key={item.id} item={item} queue={queue} staffId={staffId} />
      ) : (
        <p className={styles.none}>{words.choose}</p>
      )}
    </div>
  );
}

function Bans() {
  const query = useReading('GET /staff/chat', {}, LOOK);
  const { data } = query;
  const lift = useAction('POST /staff/chat/lift');
  const [why, setWhy] = useState('');
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={4} />} />;
  if (data.bans.length === 0) return <p className={styles.none}>{words.none.bans}</p>;
  return (
    <section className={styles.pane}>
      <textarea
        className={styles.field}
        aria-label={words.reason}
        placeholder={words.liftReason}
        rows={2}
        maxLength={200}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      {lift.error && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(lift.error)}
        </Text>
      )}
      <Stack as="ul" gap={2}>
        {data.bans.map(({ id, uid, name, room, reason, at, until }) => (
          <li key={id} className={styles.entry}>
            <p className={styles.text} dir="auto">
              {name} · {uid} · {room ?? words.everywhere}
            </p>
            <p className={styles.text} dir="auto">
              {reason}
            </p>
            <Text breaks>
              {minuteOf(at)} · {until === null ? words.forGood : words.until(minuteOf(until))}
            </Text>
            <Button
              size="s"
              variant="secondary"
              aria-label={words.liftLabel(name)}
              disabled={why.trim() === ''}
              busy={lift.isPending}
              onClick={() => lift.mutate({ id, reason: why.trim() })}
            >
              {words.lift}
            </Button>
          </li>
        ))}
      </Stack>
    </section>
  );
}

const LOG_PAGE = 50;

function Log() {
  const [page, setPage] = useState(1);
  const query = useReading('GET /staff/chat/log', { page, limit: LOG_PAGE }, LOOK);
  const { data } = query;
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={6} />} />;
  if (data.list.length === 0) return <p className={styles.none}>{words.none.log}</p>;
  return (
    <section className={styles.pane} aria-label={words.tab.log}>
      <Stack as="ul" gap={2}>
        {data.list.map(({ at, by, action, subject, reason }) => (
          <li key={`${at} ${action} ${subject}`} className={styles.entry}>
            <Text breaks>
              {minuteOf(at)} · {by} · {action.replace('chat.', '')} · {subject}
            </Text>
            <p className={styles.text} dir="auto">
              {reason}
            </p>
          </li>
        ))}
      </Stack>
      <div className={styles.tools}>
        <Button size="s" variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {words.newer}
        </Button>
        <Button size="s" variant="secondary" disabled={page * LOG_PAGE >= data.total} onClick={() => setPage(page + 1)}>
          {words.older}
        </Button>
      </div>
    </section>
  );
}

function Desk({ role, staffId }: { readonly role: string; readonly staffId: string | null }) {
  const [tab, setTab] = useState<Tab>('chat_report');
  const counts = { chat_report: useWaiting('chat_report').data?.total, chat_held: useWaiting('chat_held').data?.total };
  return (
    <>
      <Inline gap={4} wrap between below={4}>
        <TabStrip label={words.title} tabs={TABS} chosen={tab} names={words.tab} counts={counts} onChoose={setTab} />
      </Inline>
      {(tab === 'chat_report' || tab === 'chat_held') && <Queue key={tab} queue={tab} staffId={staffId} />}
      {tab === 'bans' && <Bans />}
      {tab === 'rooms' && <Rooms mayChange={role === 'admin'} />}
      {tab === 'log' && <Log />}
    </>
  );
}

/** What users reported in the chat rooms, and what waits to be published there. */
export function ModerationScreen({ role, id }: { readonly role: string; readonly id: string | null }) {
  if (mayModerate(role)) return <Desk role={role} staffId={id} />;
  return (
    <Notice tone="info">
      <p>{words.role}</p>
    </Notice>
  );
}
