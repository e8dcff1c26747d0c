import { vibrate } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { Button, Stack, useLocale } from '@tessera/ui';
import { Check, CheckCheck, CircleAlert, Clock } from '@tessera/ui/icons';
import { Fragment, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './Conversation.module.css';
import { MessageText } from './MessageText.tsx';
import { Picture, type PictureProps } from './Picture.tsx';

/** How far a message of this user has come. */
export type DeliveryState = 'sending' | 'waiting' | 'failed' | 'sent' | 'delivered' | 'seen';

export type ConversationMessage = {
  /** Stable over sending: the key of an unsent message stays that of the sent one. */
  readonly key: string;
  /** A `notice` stands in the middle: what happened in the conversation. */
  readonly kind?: 'message' | 'notice';
  /** Written by this user: at the end of the line. */
  readonly own: boolean;
  readonly text: string;
  /** Addresses become links; of staff only. */
  readonly links?: boolean | undefined;
  readonly picture?: PictureProps | null | undefined;
  /** Unix ms. */
  readonly at: number;
  /** Who wrote it; named where the author before was another one. */
  readonly author?: { readonly id: string; readonly name: ReactNode } | undefined;
  /** Of own messages. */
  readonly state?: DeliveryState | undefined;
  /** Why it was rejected. */
  readonly problem?: string | null | undefined;
  /** Above the text: what is replied to. */
  readonly before?: ReactNode;
  /** Below the text: a card, reactions. */
  readonly after?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly onDrop?: (() => void) | undefined;
  /** Opens the menu of the message: a tap, a long press, the right button, Enter or the menu key. */
  readonly onOpen?: (() => void) | undefined;
};

export type MessageListProps = {
  readonly label: string;
  /** Oldest first. As many as are loaded: the caller bounds them. */
  readonly messages: readonly ConversationMessage[];
  /** There are earlier ones; absent where the first is here. */
  readonly onEarlier?: (() => void) | undefined;
  readonly earlierBusy?: boolean;
  /** Below the last: who is typing. */
  readonly below?: ReactNode;
};

/** ms within which messages of one author are one group. */
const GROUP_WITHIN = 5 * 60_000;
/** CSS pixels above the end within which a list follows new messages. */
const NEAR_END = 160;

const dayOf = (at: number): string => new Date(at).toDateString();

const followsOn = (before: ConversationMessage | undefined, each: ConversationMessage): boolean =>
  before !== undefined &&
  before.kind !== 'notice' &&
  before.own === each.own &&
  before.author?.id === each.author?.id &&
  each.at - before.at < GROUP_WITHIN &&
  dayOf(before.at) === dayOf(each.at);

const MARKS = {
  sending: Clock,
  waiting: Clock,
  failed: CircleAlert,
  sent: Check,
  delivered: CheckCheck,
  seen: CheckCheck,
} as const;

function Mark({ state }: { readonly state: DeliveryState }) {
  const t = useTexts('community/conversation');
  const Icon = MARKS[state];
  return (
    <span className={styles.mark} data-state={state} role="img" aria-label={t(`state.${state}`)}>
      <Icon />
    </span>
  );
}

/** ms after which a press opens the menu while the finger is still down. */
const LONG_PRESS = 450;
/** CSS pixels that a finger may move in a long press; further it scrolls. */
const PRESS_MOVES = 10;

/** The whole bubble as a button for its menu. */
function OpenButton({ label, onOpen }: { readonly label: string; readonly onOpen: () => void }) {
  const press = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }>(null);
  const opened = useRef(false);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => stop, []);
  const open = () => {
    stop();
    opened.current = true;
    onOpen();
  };
  const begin = ({ clientX: x, clientY: y, button }: PointerEvent) => {
    stop();
    opened.current = false;
    if (button !== 0) return;
    const timer = setTimeout(() => {
      vibrate(10);
      open();
    }, LONG_PRESS);
    press.current = { timer, x, y };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > PRESS_MOVES) stop();
  };
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={label}
      aria-haspopup="dialog"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => {
        event.preventDefault();
        if (!opened.current) open();
      }}
      onClick={(event) => {
        // The end of a long press is no second tap. A click by the keyboard has no press before it.
        if (!opened.current || event.detail === 0) onOpen();
        opened.current = false;
      }}
    />
  );
}

function Message({ message, first }: { readonly message: ConversationMessage; readonly first: boolean }) {
  const t = useTexts('community/conversation');
  const locale = useLocale();
  const { own, text, links, picture, at, author, state, problem, before, after, onRetry, onDrop, onOpen } = message;
  return (
    <li className={styles.message} data-own={own || undefined} data-first={first || undefined}>
      {first && author && !own && <p className={styles.author}>{author.name}</p>}
      <div className={styles.bubble} data-state={state}>
        {before}
        {picture && <Picture {...picture} />}
        {text !== '' && <MessageText text={text} links={links} />}
        {after}
        <p className={styles.foot}>
          <time dateTime={new Date(at).toISOString()}>{formatMinute(at, locale)}</time>
          {own && state && <Mark state={state} />}
        </p>
        {onOpen && <OpenButton label={t('menu', { text: text.slice(0, 60) })} onOpen={onOpen} />}
      </div>
      {state === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{problem ?? t('state.failed')}</p>
          <Button size="s" variant="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
          <Button size="s" variant="ghost" onClick={onDrop}>
            {t('drop')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Keeps the end in view while new messages come, and the place where earlier ones are put before. */
function usePlace(messages: readonly ConversationMessage[]) {
  const first = messages[0]?.key;
  const last = messages.at(-1);
  const shown = useRef<{ first: string | undefined; last: string | undefined; height: number }>({
    first: undefined,
    last: undefined,
    height: 0,
  });
  const nearEnd = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      nearEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    const root = document.documentElement;
    const before = shown.current;
    const isNew = before.last !== last?.key;
    // The last one grows by why it was rejected, and by what to do about it.
    const grew = !isNew && before.first === first && root.scrollHeight > before.height;
    if ((isNew && last?.own) || ((isNew || grew) && nearEnd.current)) {
      root.scrollTop = root.scrollHeight;
      nearEnd.current = true;
    } else if (before.first !== undefined && before.first !== first && !isNew) {
      root.scrollTop += root.scrollHeight - before.height;
    }
    shown.current = { first, last: last?.key, height: root.scrollHeight };
  });
}

/** Messages of a conversation by day, those of one author together. The page scrolls, not the list. */
export function MessageList({ label, messages, onEarlier, earlierBusy = false, below }: MessageListProps) {
  const t = useTexts('community/conversation');
  const locale = useLocale();
  usePlace(messages);
  return (
    <div className={styles.conversation}>
      {onEarlier && (
        <Button variant="ghost" size="s" busy={earlierBusy} onClick={onEarlier}>
          {t('earlier')}
        </Button>
      )}
      <Stack as="ol" gap={1} aria-label={label} aria-live="polite" aria-relevant="additions">
        {messages.map((message, index) => {
          const before = messages[index - 1];
          return (
            <Fragment key={message.key}>
              {(!before || dayOf(before.at) !== dayOf(message.at)) && (
                <li className={styles.day}>{formatDate(message.at, locale)}</li>
              )}
              {message.kind === 'notice' ? (
                <li className={styles.notice}>{message.text}</li>
              ) : (
                <Message message={message} first={!followsOn(before, message)} />
              )}
            </Fragment>
          );
        })}
      </Stack>
      {below}
    </div>
  );
}
