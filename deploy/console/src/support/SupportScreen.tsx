import { INBOX_BOXES, type InboxBox, type StaffConversation } from '@tessera/api/support';
import { Inline, SkeletonRows, Stack, Text } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { useState } from 'react';
import { useAction, useReading } from '../app/calls.ts';
import { useNow } from '../app/use-now.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice } from '../notice/Notice.tsx';
import { mayAnswer } from '../session/rights.ts';
import { texts } from '../texts.ts';
import { ConversationPane } from './ConversationPane.tsx';
import { HELD, INBOX_EVERY, LISTED } from './queries.ts';
import styles from './SupportScreen.module.css';
import { TabStrip } from './TabStrip.tsx';

const words = texts.support;

const minutesOf = (ms: number): string => `${Math.max(1, Math.round(ms / 60_000)).toLocaleString('en-GB')} min`;

/** How long users waited of late. */
function Figures() {
  const { data } = useReading('GET /staff/support/figures', { days: 7 }, { staleTime: HELD });
  const pair = (figures: { readonly median: number; readonly p90: number } | null | undefined) =>
    figures ? `${minutesOf(figures.median)} / ${minutesOf(figures.p90)}` : words.unknown;
  return (
    <Inline as="dl" gap={6} wrap at="stretch" aria-label={words.figures}>
      <div>
        <Text as="dt">{words.firstReply}</Text>
        <Text as="dd" tone="strong" size="inherit">
          {pair(data?.first_reply)}
        </Text>
      </div>
      <div>
        <Text as="dt">{words.resolution}</Text>
        <Text as="dd" tone="strong" size="inherit">
          {pair(data?.resolution)}
        </Text>
      </div>
      <div>
        <Text as="dt">{words.ratings}</Text>
        <Text as="dd" tone="strong" size="inherit">
          {data?.rating ? `${data.rating.mean} (${data.rating.count})` : words.unknown}
        </Text>
      </div>
    </Inline>
  );
}

function Duty({ id }: { readonly id: string | null }) {
  const agents = useReading('GET /staff/support/agents', {}, { staleTime: HELD });
  const duty = useAction('POST /staff/support/duty');
  const on = agents.data?.list.find(({ staff_id }) => staff_id === id)?.on_duty ?? false;
  return (
    <Checkbox checked={on} disabled={duty.isPending} onChange={(next) => duty.mutate({ on: next })}>
      {words.onDuty}
    </Checkbox>
  );
}

function Row({
  conversation,
  chosen,
  onChoose,
}: {
  readonly conversation: StaffConversation;
  readonly chosen: boolean;
  readonly onChoose: (id: string) => void;
}) {
  const now = useNow();
  const { id, user, contact, preview, readable, unseen, waiting_since, assignee, reference } = conversation;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={chosen || undefined}
        disabled={!readable}
        onClick={() => onChoose(id)}
      >
        <span className={styles.who}>
          <bdi>{user?.name ?? contact ?? words.guest}</bdi>
          {unseen > 0 && <span className={styles.count}>{words.unseen(unseen)}</span>}
        </span>
        <span className={styles.preview} dir="auto">
          {readable ? preview : words.restricted}
        </span>
        <Text as="span" breaks>
          {reference} · {assignee?.name ?? words.box.unattended}
          {waiting_since !== null && ` · ${words.waits(Math.max(0, Math.round((now - waiting_since) / 60_000)))}`}
        </Text>
      </button>
    </li>
  );
}

function Inbox({ id }: { readonly id: string | null }) {
  const [box, setBox] = useState<InboxBox>('unattended');
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useReading('GET /staff/support/inbox', { box, limit: LISTED }, { refetchInterval: INBOX_EVERY });
  const { data } = query;
  return (
    <>
      <Inline gap={4} wrap between below={4}>
        <Duty id={id} />
        <Figures />
      </Inline>
      <div className={styles.desk}>
        <section className={styles.inbox}>
          <TabStrip
            label={words.boxes}
            tabs={INBOX_BOXES}
            chosen={box}
            names={words.box}
            counts={data?.counts ?? {}}
            onChoose={setBox}
          />
          <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={6} />} />
          {data?.list.length === 0 && <p className={styles.none}>{words.none}</p>}
          <Stack as="ul" gap={2}>
            {data?.list.map((each) => (
              <Row key={each.id} conversation={each} chosen={each.id === chosen} onChoose={setChosen} />
            ))}
          </Stack>
        </section>
        {chosen === null ? (
          <p className={styles.none}>{words.choose}</p>
        ) : (
          <ConversationPane key={chosen} id={chosen} staffId={id} />
        )}
      </div>
    </>
  );
}

/** Conversations with users, for those who answer them. */
export function SupportScreen({ role, id }: { readonly role: string; readonly id: string | null }) {
  if (mayAnswer(role)) return <Inbox id={id} />;
  return (
    <Notice tone="info">
      <p>{words.role}</p>
    </Notice>
  );
}
