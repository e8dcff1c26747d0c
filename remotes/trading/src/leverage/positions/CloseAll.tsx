import { useClosePositions } from '@tessera/api/leverage';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, showToast } from '@tessera/ui';
import { Question } from '@tessera/ui/forms';
import { useState } from 'react';
import type { OpenRow } from '../account/use-book.ts';
import styles from './Positions.module.css';
import { closingWasTold } from './use-position-toasts.ts';

const SIDES = ['all', 'long', 'short'] as const;
type Sides = (typeof SIDES)[number];
const TYPES = { all: 0, long: 1, short: 2 } as const;

/** Closes all positions, all longs or all shorts, at the market; of one instrument where one is named. */
export function CloseAll({
  rows,
  symbol,
}: {
  readonly rows: readonly OpenRow[];
  readonly symbol?: string | undefined;
}) {
  const t = useTexts('trading/leverage');
  const [asked, ask] = useState<Sides | null>(null);
  const close = () => ask(null);
  const command = useClosePositions({
    subject: symbol ?? '',
    onDone({ closed, refused }) {
      for (const { id } of closed) closingWasTold(id);
      const some = refused.length > 0;
      const figures = { closed: closed.length, refused: refused.length };
      showToast(
        some ? t('lever.closeAll.some', figures) : t('lever.closeAll.done', figures),
        some ? 'error' : 'success',
      );
      close();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      close();
    },
    onUnresolved: () => undefined,
  });
  const count = (sides: Sides) => rows.filter(({ position }) => sides === 'all' || position.side === sides).length;
  // One side alone is all there is.
  const offered = SIDES.filter((sides) => count(sides) > 0 && (sides === 'all' || count(sides) < rows.length));
  if (rows.length === 0) return null;
  return (
    <div className={styles.tools}>
      {offered.map((sides) => (
        <Button key={sides} variant="secondary" size="s" onClick={() => ask(sides)}>
          {t(`lever.closeAll.${sides}`, { count: count(sides) })}
        </Button>
      ))}
      <Question
        command={command}
        open={asked !== null}
        title={t('lever.closeAll.title')}
        confirmLabel={t('lever.close.do')}
        tone="danger"
        onConfirm={() => command.run({ type: TYPES[asked ?? 'all'], symbol })}
        onClose={close}
      >
        {t('lever.closeAll.help', { what: t(`lever.closeAll.${asked ?? 'all'}`, { count: count(asked ?? 'all') }) })}
      </Question>
    </div>
  );
}
