import type { StaffChatOutput } from '@tessera/api/chat';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { randomUuid } from '@tessera/device';
import { Button, SkeletonRows, showToast, Text } from '@tessera/ui';
import { AmountInput, Checkbox, Select, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useAction, useReading } from '../app/calls.ts';
import { minuteOf } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { problemText } from '../registry/problem-text.ts';
import styles from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import { LOOK, useAround } from './queries.ts';

const words = texts.moderation;
/** Characters of the rules in one language. */
const RULES_LENGTH = 1_000;

type Room = StaffChatOutput<'GET /staff/chat'>['rooms'][number];

const done = () => showToast(words.saved, 'success');

/** The rules of a room in one language. */
function RulesForm({ room, reason }: { readonly room: Room; readonly reason: string }) {
  const [language, setLanguage] = useState<LanguageCode>('en');
  const [written, setWritten] = useState<Partial<Record<LanguageCode, string>>>({});
  const change = useAction('POST /staff/chat/room', done);
  const rules: Readonly<Record<string, string>> = room.rules;
  const before = rules[language] ?? '';
  const text = written[language] ?? before;
  return (
    <>
      <Select
        label={words.rulesIn}
        value={language}
        options={languageCodes.map((code) => ({ value: code, label: words.languages[code] }))}
        onChange={(code) => setLanguage(code as LanguageCode)}
      />
      <textarea
        className={styles.field}
        aria-label={words.rules}
        rows={5}
        dir="auto"
        maxLength={RULES_LENGTH}
        value={text}
        onChange={({ target }) => setWritten({ ...written, [language]: target.value })}
      />
      {change.error && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(change.error)}
        </Text>
      )}
      <div className={styles.tools}>
        <Button
          size="s"
          variant="secondary"
          disabled={reason === '' || text.trim() === '' || text.trim() === before}
          busy={change.isPending}
          onClick={() => change.mutate({ room: room.id, [`rules_${language}`]: text.trim(), reason })}
        >
          {words.saveRules}
        </Button>
      </div>
    </>
  );
}

/** Opens a room for a language or an instrument. */
function NewRoom({ onOpened }: { readonly onOpened: (id: string) => void }) {
  const [id, setId] = useState('');
  const [kind, setKind] = useState<'language' | 'instrument'>('instrument');
  const [language, setLanguage] = useState<LanguageCode>('en');
  const [symbol, setSymbol] = useState('');
  const [rules, setRules] = useState('');
  const [why, setWhy] = useState('');
  const open = useAction('POST /staff/chat/room', () => {
    showToast(words.opened, 'success');
    onOpened(id);
  });
  const reason = why.trim();
  const incomplete = !/^[a-z0-9-]{2,40}$/.test(id) || (kind === 'instrument' && symbol.trim() === '') || reason === '';
  return (
    <form
      className={styles.pane}
      aria-label={words.newRoom}
      onSubmit={(event) => {
        event.preventDefault();
        if (incomplete) return;
        open.mutate({
          room: id,
          ...(kind === 'language' ? { language } : { symbol: symbol.trim().toUpperCase() }),
          ...(rules.trim() !== '' && { rules_en: rules.trim() }),
          reason,
        });
      }}
    >
      <TextInput label={words.roomId} helper={words.roomIdHelp} value={id} maxLength={40} onChange={setId} />
      <Select
        label={words.roomFor}
        value={kind}
        options={(['instrument', 'language'] as const).map((value) => ({ value, label: words.roomKinds[value] }))}
        onChange={(value) => setKind(value as typeof kind)}
      />
      {kind === 'language' ? (
        <Select
          label={words.roomKinds.language}
          value={language}
          options={languageCodes.map((code) => ({ value: code, label: words.languages[code] }))}
          onChange={(code) => setLanguage(code as LanguageCode)}
        />
      ) : (
        <TextInput label={words.roomSymbol} value={symbol} maxLength={40} onChange={setSymbol} />
      )}
      <textarea
        className={styles.field}
        aria-label={words.rules}
        placeholder={words.rulesNew}
        rows={4}
        maxLength={RULES_LENGTH}
        value={rules}
        onChange={({ target }) => setRules(target.value)}
      />
      <TextInput label={words.reason} value={why} onChange={setWhy} />
      {open.error && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(open.error)}
        </Text>
      )}
      <div className={styles.tools}>
        <Button type="submit" size="s" busy={open.isPending} disabled={incomplete}>
          {words.openRoom}
        </Button>
      </div>
    </form>
  );
}

/** A room: whether it is open and how slow, a message of the exchange, and what is pinned. */
function RoomForm({ room, mayChange }: { readonly room: Room; readonly mayChange: boolean }) {
  const [open, setOpen] = useState(room.open);
  const [slow, setSlow] = useState<string>(String(room.slow_mode));
  /** Other words are another message; the same ones that are sent again are not. */
  const [{ text, clientId }, setPost] = useState(() => ({ text: '', clientId: randomUuid() }));
  const setText = (words: string) => setPost({ text: words, clientId: randomUuid() });
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
        <Text tone="danger" size="inherit" role="alert">
          {problemText(problem)}
        </Text>
      )}
      {mayChange && (
        <div className={styles.tools}>
          <Checkbox checked={open} onChange={setOpen}>
            {words.roomOpen}
          </Checkbox>
          <AmountInput label={words.slowMode} value={slow} scale={0} onChange={setSlow} />
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
      {mayChange && <RulesForm room={room} reason={reason} />}
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
          onClick={() => post.mutate({ room: room.id, client_id: clientId, text: text.trim(), pin: pinned, reason })}
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
              <Text breaks>
                <bdi>{by ?? author.name}</bdi> · {minuteOf(at)} · {words.number(seq)}
              </Text>
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

/** The rooms. Who moderates writes and pins; an admin opens, closes and slows them as well, and writes their rules. */
export function Rooms({ mayChange }: { readonly mayChange: boolean }) {
  const query = useReading('GET /staff/chat', {}, LOOK);
  const { data } = query;
  const [chosen, setChosen] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={4} />} />;
  const room = data.rooms.find(({ id }) => id === chosen);
  return (
    <>
      <div className={styles.tools}>
        <Select
          label={words.room}
          value={chosen}
          options={data.rooms.map(({ id, symbol }) => ({ value: id, label: symbol ?? id }))}
          onChange={(id) => {
            setOpening(false);
            setChosen(id);
          }}
        />
        {mayChange && (
          <Button size="s" variant="secondary" onClick={() => setOpening(true)}>
            {words.newRoom}
          </Button>
        )}
      </div>
      {opening && (
        <NewRoom
          onOpened={(id) => {
            setOpening(false);
            setChosen(id);
          }}
        />
      )}
      {!opening && room && <RoomForm key={room.id} room={room} mayChange={mayChange} />}
    </>
  );
}
