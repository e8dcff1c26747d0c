import type { OpenedConversation } from '@tessera/api/support';
import { placeOf } from '@tessera/api/support/rules';
import { randomUuid } from '@tessera/device';
import { addTexts, type TextLoader } from '@tessera/i18n';
import { Button, SkeletonRows, Stack, Text } from '@tessera/ui';
import { Select, TextInput } from '@tessera/ui/forms';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useEffect, useRef, useState } from 'react';
import { useAction, useReading } from '../app/calls.ts';
import { useServices } from '../app/services.ts';
import { minuteOf } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { PrivatePicture } from '../picture/PrivatePicture.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { type ChosenPicture, PictureField, usePicture } from './PictureField.tsx';
import { HELD, useConversation } from './queries.ts';
import { RemoveFactorsDialog } from './RemoveFactorsDialog.tsx';
import styles from './SupportScreen.module.css';

const words = texts.support;

type Message = OpenedConversation['messages'][number];

/** ms between two signs that the agent writes. */
const TYPING_EVERY = 3_000;
const HOUR = 3_600_000;
const SNOOZES = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const;
type Snooze = keyof typeof SNOOZES;

const mapTexts: TextLoader = async (code) => (await import('@tessera/ui/map')).mapTexts(code);
// With the outlines of the world: fetched with the first place.
const PlaceCard = lazyPart(async () => (await Promise.all([import('./PlaceCard.tsx'), addTexts('map', mapTexts)]))[0]);

function Line({
  message,
  opened,
  mine,
}: {
  readonly message: Message;
  readonly opened: OpenedConversation;
  readonly mine: boolean;
}) {
  const { kind, author, name, text, picture, at, seq } = message;
  if (kind !== 'text') return <li className={styles.notice}>{words.notice[kind](name ?? '')}</li>;
  const place = placeOf(text);
  const mark = seq <= opened.user_seen_seq ? words.seen : seq <= opened.user_delivered_seq ? words.delivered : '';
  return (
    <li className={styles.message} data-agent={author === 'agent' || undefined}>
      {picture && <PrivatePicture location={picture} mine={mine} hidden={words.pictureHidden} alt={words.picture} />}
      {/* Text nodes: what a user wrote changes nothing around it. */}
      {place && <PlaceCard props={{ place }} waiting={<SkeletonRows count={2} />} />}
      {!place && text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <Text breaks>{[name, minuteOf(at), author === 'agent' ? mark : ''].filter(Boolean).join(' · ')}</Text>
    </li>
  );
}

/** Number of the last message on the screen. */
const lastOf = ({ messages }: OpenedConversation): number => messages.at(-1)?.seq ?? 0;

function Writer({ opened }: { readonly opened: OpenedConversation }) {
  const { call, now } = useServices();
  const { id, language } = opened.conversation;
  const seen = lastOf(opened);
  const [mode, setMode] = useState<'reply' | 'note'>('reply');
  const [text, setText] = useState('');
  // One id for one text: sent again after a lost response, it is taken once.
  const [clientId, setClientId] = useState(() => randomUuid());
  const told = useRef(0);
  const replies = useReading('GET /staff/support/replies', {}, { staleTime: HELD });
  const picture = usePicture();
  const sent = () => {
    setText('');
    picture.clear();
    setClientId(randomUuid());
  };
  const reply = useAction('POST /staff/support/reply', sent);
  const note = useAction('POST /staff/support/note', sent);
  const action = mode === 'reply' ? reply : note;
  const shown: ChosenPicture | null = mode === 'reply' ? picture.chosen : null;
  const empty = text.trim() === '' && !shown?.location;
  const unfinished = shown !== null && shown.location === null;
  const change = (next: string) => {
    setText(next);
    if (mode !== 'reply' || now() - told.current < TYPING_EVERY) return;
    told.current = now();
    call('POST /staff/support/typing', { id }).catch((error: unknown) => console.warn('typing was not told', error));
  };
  const insert = (replyId: string) => {
    const chosen = replies.data?.list.find((each) => each.id === replyId);
    if (chosen) setText(chosen.texts[language] ?? chosen.texts.en ?? '');
  };
  return (
    <Stack
      as="form"
      gap={2}
      onSubmit={(event) => {
        event.preventDefault();
        if (empty || unfinished) return;
        const words = text.trim();
        const written = { id, client_id: clientId };
        if (mode === 'note') note.mutate({ ...written, text: words });
        else
          reply.mutate({
            ...written,
            seen,
            ...(words !== '' && { text: words }),
            ...(shown?.location && { picture: shown.location }),
          });
      }}
    >
      <div className={styles.tools}>
        <Button size="s" variant={mode === 'reply' ? 'primary' : 'secondary'} onClick={() => setMode('reply')}>
          {words.reply}
        </Button>
        <Button size="s" variant={mode === 'note' ? 'primary' : 'secondary'} onClick={() => setMode('note')}>
          {words.note}
        </Button>
        <Select
          label={words.canned}
          value={null}
          options={[...(replies.data?.list ?? []).map(({ id: value, name }) => ({ value, label: name }))]}
          onChange={insert}
        />
        {mode === 'reply' && opened.conversation.user && <PictureField picture={picture} />}
      </div>
      <textarea
        className={styles.field}
        aria-label={words[mode]}
        rows={3}
        dir="auto"
        maxLength={2_000}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {action.error && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(action.error)}
        </Text>
      )}
      <Button type="submit" busy={action.isPending} disabled={empty || unfinished}>
        {mode === 'reply' ? words.send : words.addNote}
      </Button>
    </Stack>
  );
}

/** What an agent does with a conversation besides writing. */
function Actions({ opened, staffId }: { readonly opened: OpenedConversation; readonly staffId: string | null }) {
  const { now } = useServices();
  const { id, status, assignee, restricted } = opened.conversation;
  const seen = lastOf(opened);
  const [heir, setHeir] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const agents = useReading('GET /staff/support/agents', {}, { staleTime: HELD });
  const take = useAction('POST /staff/support/take');
  const resolve = useAction('POST /staff/support/resolve');
  const reopen = useAction('POST /staff/support/reopen');
  const snooze = useAction('POST /staff/support/snooze');
  const assign = useAction('POST /staff/support/assign', () => setReason(''));
  const restrict = useAction('POST /staff/support/restrict', () => setReason(''));
  const problem = [take, resolve, reopen, snooze, assign, restrict].find(({ error }) => error)?.error;
  const { user } = opened.conversation;
  const [removing, setRemoving] = useState(false);
  const mine = assignee?.staff_id === staffId;
  const over = status === 'resolved' || status === 'snoozed';
  return (
    <Stack gap={2}>
      <div className={styles.tools}>
        {assignee === null && (
          <Button size="s" busy={take.isPending} onClick={() => take.mutate({ id })}>
            {words.take}
          </Button>
        )}
        {!over && (
          <Button size="s" variant="secondary" busy={resolve.isPending} onClick={() => resolve.mutate({ id, seen })}>
            {words.resolve}
          </Button>
        )}
        {over && (
          <Button size="s" variant="secondary" busy={reopen.isPending} onClick={() => reopen.mutate({ id })}>
            {words.reopen}
          </Button>
        )}
        {mine && !over && (
          <Select
            label={words.snooze}
            value={null}
            options={[...(Object.keys(SNOOZES) as Snooze[]).map((value) => ({ value, label: words.snoozeFor[value] }))]}
            onChange={(value) => {
              if (value in SNOOZES) snooze.mutate({ id, until: now() + SNOOZES[value as Snooze], seen });
            }}
          />
        )}
      </div>
      <div className={styles.tools}>
        <Select
          label={words.assign}
          value={heir}
          options={[
            ...(agents.data?.list ?? [])
              .filter(({ staff_id }) => staff_id !== assignee?.staff_id)
              .map(({ staff_id, name, open }) => ({ value: staff_id, label: `${name}, ${words.open(open)}` })),
          ]}
          onChange={setHeir}
        />
        <TextInput label={words.reason} value={reason} onChange={setReason} />
        <Button
          size="s"
          variant="secondary"
          disabled={heir === null || reason.trim() === ''}
          busy={assign.isPending}
          onClick={() => heir !== null && assign.mutate({ id, staff_id: heir, seen, reason: reason.trim() })}
        >
          {words.handOver}
        </Button>
        <Button
          size="s"
          variant="secondary"
          disabled={reason.trim() === ''}
          busy={restrict.isPending}
          onClick={() => restrict.mutate({ id, restricted: !restricted, reason: reason.trim() })}
        >
          {restricted ? words.release : words.restrict}
        </Button>
        {user && (
          <Button size="s" variant="secondary" onClick={() => setRemoving(true)}>
            {words.removeFactors}
          </Button>
        )}
      </div>
      {problem && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(problem)}
        </Text>
      )}
      {user && removing && <RemoveFactorsDialog user={user} onClose={() => setRemoving(false)} />}
    </Stack>
  );
}

/** One conversation with its messages, notes and history. */
export function ConversationPane({ id, staffId }: { readonly id: string; readonly staffId: string | null }) {
  const query = useConversation(id);
  const { data } = query;
  const { mutate: tellSeen } = useAction('POST /staff/support/seen');
  const last = data ? lastOf(data) : 0;
  const mine = data?.conversation.assignee?.staff_id === staffId && staffId !== null;
  const unseen = data?.conversation.unseen ?? 0;
  useEffect(() => {
    if (mine && unseen > 0 && last > 0) tellSeen({ id, seq: last });
  }, [id, mine, unseen, last, tellSeen]);
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={6} />} />;
  const { conversation, messages, notes, history, typing } = data;
  const { user, contact, title, reference, language, rating, comment, restricted } = conversation;
  return (
    <section className={styles.pane} aria-label={reference}>
      <header>
        <h2>
          <bdi>{user?.name ?? contact ?? words.guest}</bdi>
        </h2>
        <Text breaks>
          {[
            reference,
            user && `${user.uid}, ${words.level(user.level)}`,
            contact,
            language,
            title,
            restricted && words.restricted,
            rating !== null && words.rating(rating),
            comment,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </header>
      <Actions opened={data} staffId={staffId} />
      <ol className={styles.messages} aria-label={words.messages} aria-live="polite">
        {messages.map((message) => (
          <Line key={message.seq} message={message} opened={data} mine={mine} />
        ))}
      </ol>
      <Text breaks role="status">
        {typing && words.typing}
      </Text>
      <Writer opened={data} />
      {notes.length > 0 && (
        <section>
          <h3>{words.notes}</h3>
          <Stack as="ul" gap={2}>
            {notes.map((note) => (
              <li key={note.id} className={styles.note}>
                <p className={styles.text} dir="auto">
                  {note.text}
                </p>
                <Text breaks>
                  {note.name} · {minuteOf(note.at)}
                </Text>
              </li>
            ))}
          </Stack>
        </section>
      )}
      <details>
        <summary>{words.history}</summary>
        <Stack as="ul" gap={2}>
          {history.map((each) => (
            <Text as="li" key={each.id} breaks>
              {[minuteOf(each.at), each.name, each.action, each.detail].filter(Boolean).join(' · ')}
            </Text>
          ))}
        </Stack>
      </details>
    </section>
  );
}
