import {
  INDICATORS,
  type IndicatorName,
  type IndicatorSetting,
  LINE_COLORS,
  LONGEST_PERIOD,
  useIndicatorSettings,
} from '@tessera/api/charts';
import { ruleText, useTexts } from '@tessera/i18n';
import { foldTyped } from '@tessera/money/typed';
import type { StoredAtom } from '@tessera/storage/atom';
import { Button, Chip, Inline, Sheet } from '@tessera/ui';
import { useAtom } from 'jotai';
import { useId, useState } from 'react';
import styles from './ChartPanel.module.css';
import {
  chartShape,
  compactMainIndicators,
  compactSubIndicators,
  MAIN_INDICATORS,
  type MainIndicator,
  mainIndicators,
  SHAPES,
  SUB_INDICATORS,
  type SubIndicator,
  subIndicators,
  toggled,
} from './choices.ts';
import { settingOf } from './indicators.ts';
import { LINES } from './palette-colors.ts';

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

function ShapeChoice() {
  const t = useTexts('trading/chart');
  const [shape, choose] = useAtom(chartShape);
  return (
    <fieldset className={styles.choice}>
      <legend>{t('shape.title')}</legend>
      <div className={styles.chips}>
        {SHAPES.map((each) => (
          <Chip key={each} selected={each === shape} onClick={() => choose(each)}>
            {t(`shape.${each}`)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

/** Why what was typed is no number of bars, and the number otherwise. */
function readPeriod(typed: string): number | string {
  const text = foldTyped(typed);
  const bars = /^\d{1,9}$/.test(text) ? Number(text) : null;
  if (bars === null) return ruleText({ code: 'field_not_whole' });
  if (bars < 1) return ruleText({ code: 'field_too_small', params: { min: 1 } });
  return bars > LONGEST_PERIOD ? ruleText({ code: 'field_too_large', params: { max: LONGEST_PERIOD } }) : bars;
}

/** A period as it is typed; it holds once the field is left with a whole number of bars. */
function Period({ value, label, onChange }: { value: number; label: string; onChange: (value: number) => void }) {
  const reason = useId();
  const [typed, type] = useState(String(value));
  const [left, leave] = useState(false);
  const next = readPeriod(typed);
  const wrong = typeof next === 'string';
  return (
    <>
      <input
        className={styles.period}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={wrong}
        aria-describedby={reason}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onFocus={() => leave(false)}
        onBlur={() => {
          leave(true);
          if (!wrong && next !== value) onChange(next);
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <span id={reason} className={styles.reason} role="status">
        {left && wrong && next}
      </span>
    </>
  );
}

type SettingProps = {
  readonly setting: IndicatorSetting;
  readonly changed: boolean;
  readonly onChange: (setting: IndicatorSetting) => void;
  readonly onReset: () => void;
};

/** Periods and colours of one indicator; a tap on a colour takes the next one. */
function Setting({ setting, changed, onChange, onReset }: SettingProps) {
  const t = useTexts('trading/chart');
  const { name, params, colors } = setting;
  return (
    <section className={styles.setting}>
      <h3>
        {name}
        <Button size="s" variant="ghost" disabled={!changed} onClick={onReset}>
          {t('settings.reset')}
        </Button>
      </h3>
      <div className={styles.lines}>
        {params.map((period, place) => {
          const line = place + 1;
          const color = colors[place] ?? 0;
          return (
            <Inline gap={2} wrap key={place}>
              <Period
                key={period}
                value={period}
                label={t('settings.period', { name, line })}
                onChange={(next) => onChange({ ...setting, params: params.with(place, next) })}
              />
              <button
                type="button"
                className={styles.color}
                aria-label={t('settings.color', { name, line, color: color + 1 })}
                onClick={() => onChange({ ...setting, colors: colors.with(place, (color + 1) % LINE_COLORS) })}
              >
                <span style={{ background: LINES[color] }} />
              </button>
            </Inline>
          );
        })}
      </div>
    </section>
  );
}

type IndicatorSheetProps = {
  readonly open: boolean;
  /** Of the small chart, which has its own. */
  readonly compact: boolean;
  readonly onClose: () => void;
};

/** Which indicators are drawn on this device, and with which periods and colours on every chart of the user. */
export default function IndicatorSheet({ open, compact, onClose }: IndicatorSheetProps) {
  const t = useTexts('trading');
  const own = useTexts('trading/chart');
  const { value: settings = [], change } = useIndicatorSettings();
  const main = compact ? compactMainIndicators : mainIndicators;
  const sub = compact ? compactSubIndicators : subIndicators;
  const others = (name: IndicatorName) => settings.filter((setting) => setting.name !== name);
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.indicators')} tall>
      <ShapeChoice />
      <Choice title={t('chart.mainIndicators')} all={MAIN_INDICATORS} kept={main} />
      <Choice title={t('chart.subIndicators')} all={SUB_INDICATORS} kept={sub} />
      <h2 className={styles.settingsTitle}>{own('settings.title')}</h2>
      {(Object.keys(INDICATORS) as IndicatorName[]).map((name) => (
        <Setting
          key={name}
          setting={settingOf(name, settings)}
          changed={others(name).length < settings.length}
          onChange={(next) => change([...others(name), next])}
          onReset={() => change(others(name))}
        />
      ))}
    </Sheet>
  );
}
