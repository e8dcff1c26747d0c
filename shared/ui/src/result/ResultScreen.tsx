import { useTexts } from '@tessera/i18n';
import type { ScreenUrl } from '@tessera/router';
import { useId } from 'react';
import { Button } from '../button/Button.tsx';
import { KeyValue, type KeyValueItem } from '../key-value/KeyValue.tsx';
import { Card, Heading, Stack, Text } from '../primitives/Primitives.tsx';
import { useModal } from '../sheet/use-modal.ts';
import styles from './Result.module.css';

/** What became of an action that moved money. */
export type Result = {
  /** What was done, with its amount: "Invested: 500 USDT". */
  readonly title: string;
  /** Stands out, where the title does not name it. */
  readonly amount?: string | undefined;
  /** It was taken in, and is decided later. */
  readonly pending?: boolean | undefined;
  /** From, to, and every further figure. */
  readonly items?: readonly KeyValueItem[] | undefined;
  /** What happens next, in order, with its dates. */
  readonly next?: readonly string[] | undefined;
  /** Where it can be seen. */
  readonly view?: { readonly label: string; readonly to: ScreenUrl } | undefined;
};

type Props = { readonly result: Result | null; readonly onClose: () => void };

/** A tick, or the hands of a clock where it is decided later. Each draws itself. */
const MARK = { done: 'M 20 33 L 29 42 L 45 24', pending: 'M 32 19 V 33 L 42 39' } as const;

function Content({ result, heading, onClose }: Props & { readonly result: Result; readonly heading: string }) {
  const common = useTexts('common');
  const { title, amount, pending = false, items = [], next = [], view } = result;
  return (
    <div className={styles.body}>
      <div className={styles.content}>
        <Stack gap={3} items="center" below={5}>
          <svg className={styles.mark} data-pending={pending || undefined} viewBox="0 0 64 64" aria-hidden="true">
            <circle cx="32" cy="32" r="28" pathLength="1" />
            <path d={pending ? MARK.pending : MARK.done} pathLength="1" />
          </svg>
          <Heading id={heading} size={20} align="center" breaks>
            {title}
          </Heading>
          {amount !== undefined && (
            <Text tone="strong" size={28} weight="strong" align="center" breaks>
              {amount}
            </Text>
          )}
        </Stack>
        <Stack gap={4}>
          {items.length > 0 && (
            <Card>
              <KeyValue items={items} />
            </Card>
          )}
          {next.length > 0 && (
            <ol className={styles.next}>
              {next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
        </Stack>
      </div>
      <div className={styles.footer}>
        <Button block size="l" onClick={onClose}>
          {common('done')}
        </Button>
        {view && (
          <Button block size="l" variant="ghost" to={view.to} onClick={onClose}>
            {view.label}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Over the whole page, until it is closed: what an action that moved money has come to. */
export function ResultScreen({ result, onClose }: Props) {
  const heading = useId();
  const { dialog, present } = useModal({ open: result !== null, onClose, backdropCloses: false });
  return (
    <dialog ref={dialog} className={styles.screen} aria-labelledby={heading}>
      {present && result && <Content {...{ result, heading, onClose }} />}
    </dialog>
  );
}
