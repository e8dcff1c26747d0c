import { Chip } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import type { CSSProperties } from 'react';
import { formatPercent } from '../figures/format.ts';
import { texts } from '../texts.ts';
import styles from './PercentField.module.css';
import { type PercentProblem, readPercent } from './percent.ts';

/** Stages that ramps usually go through, in percent. */
const STAGES = [1, 5, 10, 25, 50, 100] as const;

export type PercentFieldProps = {
  /** The raw input. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly problem: PercentProblem | 'unchanged' | null;
};

/** A percentage from 0 to 100: in whole steps by the slider, to two decimals in the field. */
export function PercentField({ value, onChange, problem }: PercentFieldProps) {
  const reading = readPercent(value);
  const percent = reading.ok ? reading.percent : 0;
  return (
    <div className={styles.field}>
      <TextInput
        label={texts.rampAction.percent}
        helper={texts.rampAction.sticky}
        error={problem && problem !== 'unchanged' ? texts.rampAction.problems[problem] : null}
        end={problem === 'unchanged' ? texts.rampAction.problems.unchanged : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={onChange}
        after={<span className={styles.unit}>{texts.rampAction.percentUnit}</span>}
      />
      <input
        className={styles.slider}
        style={{ '--filled': `${percent}%` } as CSSProperties}
        type="range"
        min={0}
        max={100}
        step={1}
        aria-label={texts.rampAction.slider}
        value={percent}
        onChange={(event) => onChange(event.target.value)}
      />
      <fieldset className={styles.stages} aria-label={texts.rampAction.quick}>
        {STAGES.map((stage) => (
          <Chip key={stage} selected={reading.ok && percent === stage} onClick={() => onChange(String(stage))}>
            {formatPercent(stage)}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
