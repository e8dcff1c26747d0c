import type { StaffChatOutput } from '@tessera/api/chat';
import type { QueueItem } from '@tessera/api/staff';
import { Button, SkeletonRows, showToast, Text } from '@tessera/ui';
import { Select } from '@tessera/ui/forms';
import { useState } from 'react';
import { useAction } from '../app/calls.ts';
import { minuteOf } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { PrivatePicture } from '../picture/PrivatePicture.tsx';
import { problemText } from '../registry/problem-text.ts';
import styles from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import { type ChatQueue, useAround } from './queries.ts';

const words = texts.moderation;

type Message = StaffChatOutput<'GET /staff/chat/messages'>['list'][number];

/** Hours of a ban; null without an end. The short ones are what a mute is. */
const TERMS = { hour: 1, day: 24, week: 168, good: null } as const;
type Term = keyof typeof TERMS;

export const detailOf = ({ details }: QueueItem, name: string): string =>
  details.find((detail) => detail.name === name)?.value ?? '';

function Line({
  message,
  subject,
  chosen,
  onChoose,
}: {
  readonly message: Message;
  readonly subject: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { author, text, at, seq, deleted, uid, by, picture, card } = message;
  const said = text || (picture ? words.picture : card ? words.card : '');
  return (
    <li className={styles.message} data-agent={subject || undefined}>
      {/* Text nodes: what a user wrote changes nothing around it. */}
      <p className={styles.text} dir="auto">
        {deleted ? words.deleted[deleted] : said}
      </p>
      <Text breaks>
        <bdi>{by ?? author.name}</bdi> · {uid ?? words.staff} · {minuteOf(at)} · {words.number(seq)}
      </Text>
      {uid !== null && !deleted && (
        <Button
          size="s"
          variant={chosen ? 'primary' : 'secondary'}
          aria-pressed={chosen}
          aria-label={words.chooseLabel(seq)}
          onClick={onChoose}
        >
          {words.actOn}
        </Button>
      )}
    </li>
  );
}

/** The messages around one; a message is chosen to act on it or on its author. */
function Around({
  room,
  seq,
  chosen,
  onChoose,
}: {
  readonly room: string;
  readonly seq: number | null;
  readonly chosen: number | null;
  readonly onChoose: (seq: number) => void;
}) {
  const query = useAround(room, seq);
  const { data } = query;
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={4} />} />;
  return (
    <ul className={styles.messages} aria-label={words.around}>
      {data.list.map((message) => (
        <Line
          key={message.seq}
          message={message}
          subject={message.seq === seq}
          chosen={message.seq === chosen}
          onChoose={() => onChoose(message.seq)}
        />
      ))}
    </ul>
  );
}

/** An item with what was said around it, and what a moderator may do. */
export function ItemPane({
  item,
  queue,
  staffId,
}: {
  readonly item: QueueItem;
  readonly queue: ChatQueue;
  readonly staffId: string | null;
}) {
  const room = detailOf(item, 'room');
  const seq = queue === 'chat_report' ? Number(detailOf(item, 'message')) : null;
  const [why, setWhy] = useState('');
  const [term, setTerm] = useState<Term>('day');
  const [everywhere, setEverywhere] = useState<'room' | 'all'>('room');
  // The reported message, or another one of the room.
  const [chosen, setChosen] = useState<number | null>(seq);
  const done = (text: string) => () => showToast(text, 'success');
  const claim = useAction('POST /staff/queue/claim');
  const approve = useAction('POST /staff/queue/approve', done(words.decided));
  const reject = useAction('POST /staff/queue/reject', done(words.decided));
  const remove = useAction('POST /staff/chat/delete', done(words.removed));
  const ban = useAction('POST /staff/chat/ban', done(words.banned));
  const mine = item.claim !== null && item.claim.staff_id === staffId;
  const reason = why.trim();
  const idle = reason === '';
  const busy = [claim, approve, reject, remove, ban].some(({ isPending }) => isPending);
  const problem = [claim, approve, reject, remove, ban].find(({ error }) => error)?.error;
  const decision = { queue, id: item.id, reason };
  const hours = TERMS[term];
  const other = chosen !== null && chosen !== seq;
  const text = detailOf(item, 'text');
  const notes = detailOf(item, 'notes');

  return (
    <section className={styles.pane} aria-label={words.item}>
      <div className={styles.note}>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        {item.pictures.map((location) => (
          <PrivatePicture
            key={location}
            location={location}
            mine={mine}
            hidden={words.pictureHidden}
            alt={words.picture}
          />
        ))}
        <Text breaks>
          {item.user.account_name} · {item.user.uid} · {room}
        </Text>
        {notes !== '' && (
          <p className={styles.text} dir="auto">
            {notes}
          </p>
        )}
      </div>
      {item.pictures.length > 0 && !mine && (
        <Button
          size="s"
          variant="secondary"
          busy={claim.isPending}
          onClick={() => claim.mutate({ queue, id: item.id })}
        >
          {words.claim}
        </Button>
      )}
      <Around room={room} seq={seq} chosen={chosen} onChoose={setChosen} />
      <textarea
        className={styles.field}
        aria-label={words.reason}
        placeholder={words.reasonHelp}
        rows={2}
        maxLength={200}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      {problem && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(problem)}
        </Text>
      )}
      <div className={styles.tools}>
        <Button
          size="s"
          variant={queue === 'chat_report' ? 'danger' : 'primary'}
          disabled={idle || busy}
          onClick={() => approve.mutate(decision)}
        >
          {words.approve[queue]}
        </Button>
        <Button size="s" variant="secondary" disabled={idle || busy} onClick={() => reject.mutate(decision)}>
          {words.reject[queue]}
        </Button>
        {other && (
          <Button
            size="s"
            variant="danger"
            disabled={idle || busy}
            onClick={() => remove.mutate({ room, seq: chosen, reason })}
          >
            {words.remove(chosen)}
          </Button>
        )}
      </div>
      <div className={styles.tools}>
        <Select
          label={words.term}
          value={term}
          options={(Object.keys(TERMS) as Term[]).map((value) => ({ value, label: words.terms[value] }))}
          onChange={(value) => setTerm(value as Term)}
        />
        <Select
          label={words.where}
          value={everywhere}
          options={[
            { value: 'room', label: words.here },
            { value: 'all', label: words.everywhere },
          ]}
          onChange={(value) => setEverywhere(value as 'room' | 'all')}
        />
        <Button
          size="s"
          variant="danger"
          disabled={idle || busy}
          onClick={() =>
            ban.mutate({
              ...(chosen === null ? { uid: item.user.uid, room } : { room, seq: chosen }),
              everywhere: everywhere === 'all',
              ...(hours !== null && { hours }),
              reason,
            })
          }
        >
          {other ? words.banAuthor(chosen) : words.ban}
        </Button>
      </div>
    </section>
  );
}
