import type { StaffChatOutput } from '@tessera/api/chat';
import { Button, ErrorState, SkeletonRows, showToast } from '@tessera/ui';
import { Checkbox, Select, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useAction, useReading } from '../app/calls.ts';
import { minuteOf } from '../figures/format.ts';
import { problemText } from '../registry/problem-text.ts';
import styles from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import { LOOK, useAround } from './queries.ts';

const words = texts.moderation;

type Room = StaffChatOutput<'GET /staff/chat'>['rooms'][number];

const done = () => showToast(words.saved, 'success');

/** A room: whether it is open and how slow, a message of the exchange, and what is pinned. */
function RoomForm({ room, mayChange }: { readonly room: Room; readonly mayChange: boolean }) {
  const [open, setOpen] = useState(room.open);
  const [slow, setSlow] = useState(String(room.slow_mode));
  const [text, setText] = useState('');
  const [pinned, setPinned] = useState(true);
  const [why, setWhy] = useState('');
  const change = useAction('POST /staff/chat/room', done);
  const post = useAction('POST /staff/chat/post', () => {
    setText('');
    done();
  });
  const pin = useAction('POST /staff/chat/pin', done);
  const { data } = useAround(room.id, null);
  const problem = [change, post, pin].find(({ error }) => error)?.error;
  const reason = why.trim();
  const idle = reason === '';
  return (
    <section className={styles.pane} aria-label={room.id}>
      <TextInput label={words.reason} value={why} onChange={setWhy} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problemText(problem)}
        </p>
      )}
      {mayChange && (
        <div className={styles.tools}>
          <Checkbox checked={open} onChange={setOpen}>
            {words.roomOpen}
          </Checkbox>
          <TextInput label={words.slowMode} value={slow} inputMode="numeric" onChange={setSlow} />
          <Button
            size="s"
            variant="secondary"
            disabled={idle || !/^\d{1,4}$/.test(slow)}
            busy={change.isPending}
            onClick={() => change.mutate({ room: room.id, open, slow_mode: Number(slow), reason })}
          >
            {words.saveRoom}
          </Button>
        </div>
      )}
      <textarea
        className={styles.field}
        aria-label={words.post}
        rows={3}
        dir="auto"
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.tools}>
        <Checkbox checked={pinned} onChange={setPinned}>
          {words.pinIt}
        </Checkbox>
        <Button
          size="s"
          disabled={idle || text.trim() === ''}
          busy={post.isPending}
          onClick={() => post.mutate({ room: room.id, text: text.trim(), pin: pinned, reason })}
        >
          {words.postButton}
        </Button>
      </div>
      <ul className={styles.messages} aria-label={words.newest}>
        {data?.list
          .filter(({ deleted }) => deleted === null)
          .map(({ seq, text: said, at, by, author, pinned: on }) => (
            <li key={seq} className={styles.message} data-agent={on || undefined}>
              <p className={styles.text} dir="auto">
                {said || words.picture}
              </p>
              <p className={styles.facts}>
                <bdi>{by ?? author.name}</bdi> · {minuteOf(at)} · {words.number(seq)}
              </p>
              <Button
                size="s"
                variant="secondary"
                aria-label={on ? words.unpinLabel(seq) : words.pinLabel(seq)}
                disabled={idle}
                busy={pin.isPending}
                onClick={() => pin.mutate({ room: room.id, seq, on: !on, reason })}
              >
                {on ? words.unpin : words.pin}
              </Button>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The rooms. Who moderates writes and pins; an admin opens, closes and slows them as well. */
export function Rooms({ mayChange }: { readonly mayChange: boolean }) {
  const { data, error, isFetching, refetch } = useReading('GET /staff/chat', {}, LOOK);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data) {
    if (!error) return <SkeletonRows count={4} />;
    return (
      <ErrorState title={words.failed} text={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  const room = data.rooms.find(({ id }) => id === chosen);
  return (
    <>
      <Select
        label={words.room}
        value={chosen}
        options={data.rooms.map(({ id, symbol }) => ({ value: id, label: symbol ?? id }))}
        onChange={setChosen}
      />
      {room && <RoomForm key={room.id} room={room} mayChange={mayChange} />}
    </>
  );
}
