import type { Phase, Round } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Badge, Button, Heading, Text, useLocale } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import { OutcomeBars } from './OutcomeBars.tsx';
import styles from './Quiz.module.css';
import { usePhase } from './use-phase.ts';
import { PHASE_TONES, useQuizTexts } from './use-quiz-texts.ts';

const COUNTED = {
  not_started: ['opens', 'opens_at'],
  guessing: ['closes', 'closes_at'],
  cut_off: ['decides', 'decides_at'],
} as const satisfies Partial<Record<Phase, readonly [string, keyof Round]>>;

/** How long a countdown is shown instead of a date, ms. */
const NEAR = 48 * 3_600_000;

/** Rounds begin and end with a minute. */
const dated = (at: number, locale: string): string => `${formatDate(at, locale)} ${formatMinute(at, locale)}`;

function When({ round, phase }: { readonly round: Round; readonly phase: Phase }) {
  const t = useTexts('community/quiz');
  const locale = useLocale();
  if (phase === 'unsettled') return <Text as="span">{t('deciding')}</Text>;
  if (phase === 'over' || phase === 'void') {
    return <Text as="span">{dated(round.decides_at, locale)}</Text>;
  }
  const [label, at] = COUNTED[phase];
  const near = round[at] - serverNow() < NEAR;
  return (
    <span>
      <Text as="span">{t(near ? `${label}In` : `${label}At`)}</Text>{' '}
      {near ? <Countdown until={round[at]} now={serverNow} /> : dated(round[at], locale)}
    </span>
  );
}

export type RoundCardProps = {
  readonly round: Round;
  /** Undefined where the user may not bet. */
  readonly onChoose: ((round: Round, outcome: number) => void) | undefined;
  readonly onDetails: (round: Round) => void;
  /** The clock has moved it on: read it again. */
  readonly onTurn: () => void;
};

/** A round: what is asked, what the pool says, and the outcomes to choose from. */
export function RoundCard({ round, onChoose, onDetails, onTurn }: RoundCardProps) {
  const t = useTexts('community/quiz');
  const texts = useQuizTexts();
  const phase = usePhase(round, onTurn);
  const { open_price, close_price, entry_at } = round;
  return (
    <article className={styles.card} aria-label={texts.ask(round)} data-phase={phase}>
      <div className={styles.cardTop}>
        <Badge tone={PHASE_TONES[phase]}>{t(`phase.${phase}`)}</Badge>
        <When round={round} phase={phase} />
      </div>
      <Heading size={16}>{texts.ask(round)}</Heading>
      {entry_at !== null && (
        <p className={styles.prices}>
          <span>
            {t('start')} <strong>{open_price === null ? t('startLater') : texts.exactPrice(open_price, round)}</strong>
          </span>
          {close_price !== null && (
            <span>
              {t('end')} <strong>{texts.exactPrice(close_price, round)}</strong>
            </span>
          )}
        </p>
      )}
      <OutcomeBars
        round={round}
        onChoose={phase === 'guessing' && onChoose ? (outcome) => onChoose(round, outcome) : undefined}
      />
      {phase === 'guessing' && serverNow() >= round.hides_at && <Text>{t('hidden')}</Text>}
      {round.reason !== null && <Text>{t(`reason.${round.reason}`)}</Text>}
      <div className={styles.cardFoot}>
        <span>
          {t('pool')} <strong>{texts.amount(round.pool, round)}</strong>
        </span>
        <span>
          {t('participants')} <strong>{texts.count(round.participants)}</strong>
        </span>
        <Button variant="ghost" size="s" onClick={() => onDetails(round)}>
          {t('details')}
        </Button>
      </div>
    </article>
  );
}
