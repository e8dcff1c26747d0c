import type { Side } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { List, ListRow, Sheet } from '@tessera/ui';
import { RadioGroup } from '@tessera/ui/forms';
import { ChevronDown } from '@tessera/ui/icons';
import { useState } from 'react';
import styles from '../../ticket/Ticket.module.css';
import type { Kind } from './form.ts';

const KINDS = ['limit', 'market', 'stop_limit', 'oco'] as const satisfies readonly Kind[];

type KindChoiceProps = {
  readonly value: Kind;
  readonly onChange: (kind: Kind) => void;
  /** What a strategy is started for. */
  readonly symbol: string;
  readonly side: Side;
};

/** What an order is placed as. What each kind means stands in the sheet, for which the form has no room. */
export function KindChoice({ value, onChange, symbol, side }: KindChoiceProps) {
  const t = useTexts('trading');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const label = t('form.kind');
  return (
    <>
      <button
        type="button"
        className={styles.kind}
        aria-haspopup="dialog"
        aria-label={t('named', { name: label, value: t(`form.${value}`) })}
        onClick={() => setOpen(true)}
      >
        {t(`form.${value}`)}
        <ChevronDown />
      </button>
      <Sheet open={open} onClose={close} title={label}>
        <RadioGroup<Kind>
          label={label}
          value={value}
          options={KINDS.map((kind) => ({ value: kind, label: t(`form.${kind}`), note: t(`form.kindHelp.${kind}`) }))}
          onChange={onChange}
          onPick={close}
        />
        <List>
          <ListRow title={t('form.strategies')} to={screenUrl('/pages/transaction/new_strategy', { symbol, side })} />
        </List>
      </Sheet>
    </>
  );
}
