import { useTexts } from '@tessera/i18n';
import { Sheet, Stack } from '@tessera/ui';
import { RadioGroup } from '@tessera/ui/forms';
import { ChevronDown } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useAtom } from 'jotai';
import { useState } from 'react';
import type { Derived } from './derive.ts';
import type { MarginMode } from './form.ts';
import styles from './LeverForm.module.css';
import { chosenMultiple, marginMode } from './setting.ts';

const LeverageSheet = lazyPart(() => import(/* webpackChunkName: "leverage" */ './LeverageSheet.tsx'));

const MODES = ['cross', 'isolated'] as const satisfies readonly MarginMode[];

function ModeChoice() {
  const t = useTexts('trading/leverage');
  const [mode, setMode] = useAtom(marginMode);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const label = t('lever.mode.label');
  return (
    <>
      <button
        type="button"
        className={styles.choice}
        aria-haspopup="dialog"
        aria-label={t('named', { ns: 'trading', name: label, value: t(`lever.mode.${mode}`) })}
        onClick={() => setOpen(true)}
      >
        {t(`lever.mode.${mode}`)}
        <ChevronDown />
      </button>
      <Sheet open={open} onClose={close} title={label}>
        <RadioGroup<MarginMode>
          label={label}
          value={mode}
          options={MODES.map((value) => ({
            value,
            label: t(`lever.mode.${value}`),
            note: t(`lever.mode.${value}Help`),
          }))}
          onChange={setMode}
          onPick={close}
        />
      </Sheet>
    </>
  );
}

/** Cross or isolated, and the leverage, for the next orders. */
export function SettingBar({ derived }: { readonly derived: Derived }) {
  const t = useTexts('trading/leverage');
  const [, setMultiple] = useAtom(chosenMultiple);
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <Stack gap={2} pairs>
      <ModeChoice />
      <button
        type="button"
        className={styles.choice}
        aria-haspopup="dialog"
        aria-label={t('lever.leverage.choose', { multiple: derived.multiple })}
        onPointerDown={LeverageSheet.preload}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {derived.multiple}×
        <ChevronDown />
      </button>
      {opened && (
        <LeverageSheet
          props={{
            open,
            onClose: () => setOpen(false),
            at: derived.at,
            value: derived.multiple,
            onChange: setMultiple,
          }}
        />
      )}
    </Stack>
  );
}
