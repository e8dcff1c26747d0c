import type { BetDetail } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { formatClock, formatMoment, isZero } from '@tessera/money';
import { Button, Heading, KeyValue, Stack, Text, useLocale } from '@tessera/ui';
import { OutcomeBars } from './OutcomeBars.tsx';
import styles from './Quiz.module.css';
import { useQuizTexts } from './use-quiz-texts.ts';
import { Verification } from './Verification.tsx';

type Round = BetDetail['round'];

function Question({ round }: { readonly round: Round }) {
  const t = useTexts('community/quiz');
  const locale = useLocale();
  const texts = useQuizTexts();
  const { question } = round;
  if (!question) return null;
  const { proposal } = question;
  const answer = proposal && round.outcomes[proposal.outcome - 1];
  return (
    <Stack as="section" gap={3}>
      <Text tone="inherit" size={14} breaks>
        {question.description}
      </Text>
      <Button block variant="secondary" href={question.source_url} target="_blank" rel="noopener noreferrer">
        {t('question.source')}: {question.source_name}
      </Button>
      {proposal && (
        <>
          <KeyValue
            items={[
              {
                label: t('question.proposed'),
                value: answer ? texts.outcome(answer, round) : t('question.undecided'),
                strong: true,
              },
              { label: t('question.until'), value: formatMoment(proposal.disputable_until, locale) },
              { label: t('question.disputes'), value: texts.count(proposal.disputes) },
            ]}
          />
          <Text tone="inherit" size={14} breaks>
            {t('question.evidence')}: {proposal.evidence}{' '}
            <Text
              as="a"
              href={proposal.evidence_url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              tone="accent"
              size="inherit"
              breaks
            >
              {proposal.evidence_url}
            </Text>
          </Text>
          {question.confirmed_at !== null && <Text>{t('question.confirmed')}</Text>}
        </>
      )}
    </Stack>
  );
}

/** Everything about a round, with every price that decided it. */
export function RoundDetails({ round }: { readonly round: Round }) {
  const t = useTexts('community/quiz');
  const locale = useLocale();
  const texts = useQuizTexts();
  const { open_price, close_price, outcome, state, kind } = round;
  const won = outcome === null ? undefined : round.outcomes[outcome - 1];
  const ended = state === 'over' || state === 'void';
  return (
    <Stack gap={3}>
      <Heading as="h3" size={14}>
        {texts.ask(round)}
      </Heading>
      <OutcomeBars round={round} />
      <Question round={round} />
      <KeyValue
        items={[
          ...(won ? [{ label: t('result'), value: texts.outcome(won, round), strong: true }] : []),
          ...(open_price === null ? [] : [{ label: t('start'), value: texts.exactPrice(open_price, round) }]),
          ...(close_price === null ? [] : [{ label: t('end'), value: texts.exactPrice(close_price, round) }]),
          { label: t('pool'), value: texts.amount(round.pool, round) },
          { label: t('participants'), value: texts.count(round.participants) },
          ...(round.prize === null || isZero(round.pool)
            ? []
            : [
                { label: t('prize'), value: texts.amount(round.prize, round) },
                { label: t('rake'), value: texts.amount(round.rake_paid ?? '0', round) },
              ]),
          { label: t('closesAt'), value: formatMoment(round.closes_at, locale) },
          {
            label: t(kind === 'question' ? 'question.due' : 'decidesAt'),
            value: formatMoment(round.decides_at, locale),
          },
          { label: t('number'), value: round.id },
        ]}
      />
      {round.reason !== null && <Text>{t(`reason.${round.reason}`)}</Text>}
      {round.ticks.length > 0 && (
        <section>
          <Heading as="h3" size={14}>
            {t('ticks.title')}
          </Heading>
          <Text>{t('ticks.help')}</Text>
          <ol className={styles.ticks} aria-label={t('ticks.title')}>
            {round.ticks.map(({ number, price, at, counts }) => (
              <li key={number} data-counts={counts}>
                <Text as="span">{number}</Text>
                <Text as="span">{formatClock(at, locale)}</Text>
                <span>{counts ? texts.exactPrice(price, round) : <s>{texts.exactPrice(price, round)}</s>}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {ended && <Verification id={round.id} />}
    </Stack>
  );
}
