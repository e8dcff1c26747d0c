import { useTexts } from '@tessera/i18n';
import type { StoredAtom } from '@tessera/storage/atom';
import { Chip, Sheet } from '@tessera/ui';
import { useAtom } from 'jotai';
import styles from './ChartPanel.module.css';
import {
  MAIN_INDICATORS,
  type MainIndicator,
  mainIndicators,
  SUB_INDICATORS,
  type SubIndicator,
  subIndicators,
  toggled,
} from './choices.ts';

type ChoiceProps<T extends MainIndicator | SubIndicator> = {
  readonly title: string;
  readonly all: readonly T[];
  readonly kept: StoredAtom<readonly T[]>;
};

function Choice<T extends MainIndicator | SubIndicator>({ title, all, kept }: ChoiceProps<T>) {
  const t = useTexts('trading');
  const [chosen, choose] = useAtom(kept);
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.chips}>
        {all.map((name) => (
          <Chip key={name} selected={chosen.includes(name)} onClick={() => choose(toggled(all, chosen, name))}>
            {name} · {t(`indicator.${name as MainIndicator | SubIndicator}`)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

/** Which indicators are drawn, on every chart of this device. */
export default function IndicatorSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTexts('trading');
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.indicators')}>
      <Choice title={t('chart.mainIndicators')} all={MAIN_INDICATORS} kept={mainIndicators} />
      <Choice title={t('chart.subIndicators')} all={SUB_INDICATORS} kept={subIndicators} />
    </Sheet>
  );
}
