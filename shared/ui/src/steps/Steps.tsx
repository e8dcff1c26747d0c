import { useTexts } from '@tessera/i18n';
import { Check, X } from 'lucide-react';
import { Text } from '../primitives/Primitives.tsx';
import styles from './Steps.module.css';

export type StepsProps = {
  readonly label: string;
  readonly steps: ReadonlyArray<{
    readonly title: string;
    readonly note?: string | undefined;
    /** It ended here, against what was wanted. */
    readonly failed?: boolean | undefined;
  }>;
  /** Index of the current step; as many as there are steps when all is done. */
  readonly current: number;
};

/** Ordered steps and the current one. */
export function Steps({ label, steps, current }: StepsProps) {
  const t = useTexts('common');
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className={styles.step}
          data-state={step.failed ? 'failed' : index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.tile} role="img" aria-label={t('ui.step', { index: index + 1, count: steps.length })}>
            {step.failed ? <X /> : index < current ? <Check /> : index + 1}
          </span>
          <span className={styles.texts}>
            <span className={styles.title}>{step.title}</span>
            {step.note && <Text as="span">{step.note}</Text>}
          </span>
        </li>
      ))}
    </ol>
  );
}
