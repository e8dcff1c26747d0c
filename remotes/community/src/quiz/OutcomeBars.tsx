import type { Round } from '@tessera/api/quiz';
import { classes, Stack } from '@tessera/ui';
import { Check } from '@tessera/ui/icons';
import styles from './Quiz.module.css';
import { useQuizTexts } from './use-quiz-texts.ts';

type OutcomeBarsProps = {
  readonly round: Round;
  /** Chooses an outcome; absent where the round takes no bets. */
  readonly onChoose?: ((outcome: number) => void) | undefined;
};

/** The outcomes with what the pool thinks of them; each is a button while guesses are taken. */
export function OutcomeBars({ round, onChoose }: OutcomeBarsProps) {
  const texts = useQuizTexts();
  return (
    <Stack as="ul" gap={2}>
      {round.outcomes.map((outcome) => {
        const won = round.outcome === outcome.outcome;
        const face = (
          <>
            <span
              className={styles.bar}
              style={{ inlineSize: `${Number(outcome.chance ?? 0) * 100}%` }}
              data-way={round.kind === 'realtime' ? outcome.outcome : undefined}
            />
            <span className={styles.outcomeName}>
              {won && <Check aria-hidden="true" />}
              {texts.outcome(outcome, round)}
            </span>
            <strong className={styles.chance}>{texts.chance(outcome)}</strong>
            <span className={styles.times}>{texts.times(outcome, round.pool)}</span>
          </>
        );
        return (
          <li key={outcome.outcome}>
            {onChoose ? (
              <button
                type="button"
                className={classes(styles.outcome, styles.choice)}
                onClick={() => onChoose(outcome.outcome)}
              >
                {face}
              </button>
            ) : (
              <div className={styles.outcome} data-won={won || undefined}>
                {face}
              </div>
            )}
          </li>
        );
      })}
    </Stack>
  );
}
