import { uploadRules } from '@tessera/api/rules';
import { useUpload } from '@tessera/api/uploads';
import { useTexts } from '@tessera/i18n';
import { guarded, storedValue } from '@tessera/storage';
import { IconButton, Inline, Stack, Text } from '@tessera/ui';
import { ProgressBar } from '@tessera/ui/content';
import { ArrowUp, Image, RefreshCw, X } from '@tessera/ui/icons';
import { type PictureRefusal, takePicture } from '@tessera/ui/pictures';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import styles from './Conversation.module.css';
import type { Draft } from './outbox.ts';

export type ComposerProps = {
  /** Names the draft that the device keeps: `support`, `chat.12`. */
  readonly name: string;
  readonly uid: string;
  readonly maxLength: number;
  readonly placeholder: string;
  /** False keeps the draft: it was not taken. */
  readonly onSend: (draft: Draft) => boolean;
  /** Called while the user writes, at most every few seconds. */
  readonly onTyping?: (() => void) | undefined;
  /** Above the field: what is replied to. */
  readonly above?: ReactNode;
  readonly pictures?: boolean;
  /** Buttons before the field. */
  readonly tools?: ReactNode;
  /** Text that another part of the screen writes at the end, once each time that `times` rises. */
  readonly added?: { readonly text: string; readonly times: number } | undefined;
  /** Why nothing can be written now. */
  readonly closed?: string | null | undefined;
};

/** ms between two calls of `onTyping`. */
const TYPING_EVERY = 3_000;

type Kept = { readonly uid: string; readonly text: string };
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  typeof value.uid === 'string' &&
  'text' in value &&
  typeof value.text === 'string';

/** What this user has written and not sent, kept on the device. */
function useDraft(name: string, uid: string) {
  const stored = useMemo(
    () => storedValue<Kept | null>({ name: `community.draft.${name}`, initial: null, accept: guarded(isKept) }),
    [name],
  );
  const [text, setText] = useState(() => {
    const kept = stored.read();
    return kept?.uid === uid ? kept.text : '';
  });
  const write = (next: string) => {
    setText(next);
    stored.write(next === '' ? null : { uid, text: next });
  };
  return [text, write] as const;
}

/** A picture that was picked: shown at once, sent with the message once it is uploaded. */
function usePicture() {
  const [preview, setPreview] = useState<string | null>(null);
  const [location, setLocation] = useState<string | null>(null);
  const [rejected, setRejected] = useState<PictureRefusal | null>(null);
  const common = useTexts('common');
  const upload = useUpload(setLocation);
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview]);
  /** Picked last: one that is still being shrunk gives way to it. */
  const latest = useRef<File | null>(null);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  return {
    preview,
    location,
    problem: rejected ? common(rejected) : upload.problem,
    upload,
    pick(file: File | undefined) {
      if (!file) return;
      latest.current = file;
      setRejected(null);
      takePicture(
        file,
        (taken) => {
          if (latest.current !== file) return;
          setLocation(null);
          setPreview(URL.createObjectURL(taken));
          upload.run(taken);
        },
        (why) => latest.current === file && setRejected(why),
      );
    },
    clear() {
      latest.current = null;
      upload.drop();
      setPreview(null);
      setLocation(null);
      setRejected(null);
    },
  };
}

/** Where a message is written. Enter sends, with Shift it begins a line. */
export function Composer(props: ComposerProps) {
  const {
    name,
    uid,
    maxLength,
    placeholder,
    onSend,
    onTyping,
    above,
    pictures = false,
    tools,
    closed = null,
    added,
  } = props;
  const t = useTexts('community/conversation');
  const common = useTexts('common');
  const [text, setText] = useDraft(name, uid);
  const picture = usePicture();
  const field = useRef<HTMLTextAreaElement>(null);
  const told = useRef(0);
  const { upload, problem } = picture;

  const written = useRef(added?.times ?? 0);
  useEffect(() => {
    if (!added || added.times === written.current) return;
    written.current = added.times;
    setText(text === '' || text.endsWith(' ') ? `${text}${added.text}` : `${text} ${added.text}`);
    field.current?.focus();
  }, [added, text, setText]);

  const length = text.trim().length;
  const tooLong = length > maxLength;
  const uploading = picture.preview !== null && picture.location === null;
  const ready = closed === null && !tooLong && !uploading && (length > 0 || picture.location !== null);

  const send = () => {
    if (!ready || !onSend({ text: text.trim(), picture: picture.location })) return;
    setText('');
    picture.clear();
    field.current?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    // An input method ends a word with Enter: that sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const change = (next: string) => {
    setText(next);
    const now = Date.now();
    if (next === '' || now - told.current < TYPING_EVERY) return;
    told.current = now;
    onTyping?.();
  };

  if (closed !== null)
    return (
      <Text size={14} align="center">
        {closed}
      </Text>
    );
  return (
    <Stack gap={2}>
      {above}
      {picture.preview && (
        <div className={styles.preview} data-failed={upload.problem ? true : undefined}>
          <img src={picture.preview} alt={t('picture.alt')} width="96" height="72" />
          {upload.busy && <ProgressBar label={common('ui.uploading')} ratio={upload.progress.toFixed(2)} />}
          {upload.problem && <IconButton label={t('retry')} icon={<RefreshCw />} onClick={upload.retry} />}
          <IconButton label={t('picture.remove')} icon={<X />} onClick={picture.clear} />
        </div>
      )}
      {problem && (
        <Text tone="danger" role="alert">
          {problem}
        </Text>
      )}
      {tooLong && (
        <Text tone="danger" role="alert">
          {t('tooLong', { length, most: maxLength })}
        </Text>
      )}
      <Inline gap={2} at="end">
        {pictures && (
          <label className={styles.attach}>
            <Image aria-hidden="true" />
            <input
              type="file"
              className={styles.file}
              accept={uploadRules.types.join(',')}
              aria-label={t('picture.add')}
              onChange={(event) => {
                picture.pick(event.target.files?.[0]);
                // So that the same file can be picked again.
                event.target.value = '';
              }}
            />
          </label>
        )}
        {tools}
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          dir="auto"
          value={text}
          placeholder={placeholder}
          aria-label={placeholder}
          enterKeyHint="send"
          onChange={(event) => change(event.target.value)}
          onKeyDown={keyDown}
        />
        <IconButton className={styles.send} label={t('send')} icon={<ArrowUp />} disabled={!ready} onClick={send} />
      </Inline>
    </Stack>
  );
}
