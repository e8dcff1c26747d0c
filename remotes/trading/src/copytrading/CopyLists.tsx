import { type CopiedTrade, type Statement, useCopies, useSelfHolding, useStatements } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { div, formatAmount, formatRate, formatUtcDay, isPositive, neg, sub } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Badge, type BadgeTone, Button, EmptyState, Text, useLocale } from '@tessera/ui';
import { Explained, formulaOf, PagedList } from '@tessera/ui/content';
import { AskedButton, useQuestion } from '@tessera/ui/forms';
import styles from './copytrading.module.css';
import { Figures, Profit, Usdt } from './Figures.tsx';
import { PositionRow } from './PositionRow.tsx';

/** Asks, then turns a copy into a position of the user's own. */
function TakeOver({ copy: { id, symbol } }: { readonly copy: CopiedTrade }) {
  const t = useTexts('trading/copytrading');
  const question = useQuestion(t('copy.self.done'));
  const command = useSelfHolding({ subject: id, ...question.outcomes });
  return (
    <AskedButton
      {...{ question, command }}
      label={t('copy.self.do')}
      button={{ size: 's', 'aria-label': t('named', { ns: 'trading', name: t('copy.self.do'), value: symbol }) }}
      title={t('copy.self.title')}
      confirmLabel={t('copy.self.do')}
      onConfirm={() => command.run({ id })}
    >
      {t('copy.self.help')}
    </AskedButton>
  );
}

const TONES: Readonly<Record<CopiedTrade['status'], BadgeTone>> = {
  opening: 'accent',
  open: 'accent',
  closing: 'warn',
  closed: 'neutral',
  skipped: 'warn',
  self_held: 'success',
};

function CopyRow({ copy }: { readonly copy: CopiedTrade }) {
  const t = useTexts('trading/copytrading');
  return (
    <PositionRow
      trade={copy}
      badge={<Badge tone={TONES[copy.status]}>{t(`copy.status.${copy.status}`)}</Badge>}
      more={[
        { label: t('copy.margin'), value: <Usdt value={copy.margin} /> },
        { label: t('copy.tradersEntry'), value: copy.source_price },
      ]}
    >
      <Text tone="normal" above={2}>
        {copy.reason === null ? t('copy.copiedFrom', { name: copy.nickname }) : t(`copy.reason.${copy.reason}`)}
      </Text>
      {copy.reason === null && copy.filled !== copy.wanted && (
        <Text tone="normal" above={2}>
          {t('copy.partly', { filled: copy.filled, wanted: copy.wanted })}
        </Text>
      )}
      {copy.status === 'open' && (
        <div className={styles.actions}>
          <TakeOver copy={copy} />
        </div>
      )}
    </PositionRow>
  );
}

export type Shelf = 'open' | 'history' | 'skipped';

/** The user's copies of one state, of one trader or of all. */
export function CopyList({ shelf, traderId }: { readonly shelf: Shelf; readonly traderId?: string | undefined }) {
  const t = useTexts('trading/copytrading');
  const query = useCopies({ status: shelf, trader_user_id: traderId });
  return (
    <PagedList
      label={t(`copy.shelf.${shelf}`)}
      query={query}
      row={(copy) => <CopyRow copy={copy} />}
      empty={
        <EmptyState
          compact
          illustration="orders"
          title={t(`copy.none.${shelf}`)}
          action={
            shelf === 'open' && traderId === undefined ? (
              <Button to={screenUrl('/pages/follow/index')}>{t('copy.find')}</Button>
            ) : undefined
          }
        />
      }
    />
  );
}

/** What a week's settlement came to, and how. */
function SharePaid({ statement }: { readonly statement: Statement }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const { role, realised, high_before: before, due, paid } = statement;
  const money = (value: string) => formatAmount(value, 6, locale, { zeros: 'trimmed' });
  const above = sub(realised, before);
  return (
    <Explained
      title={t('copy.shareDue')}
      value={<Profit value={role === 'trader' ? paid : neg(paid)} />}
      {...(isPositive(above) &&
        formulaOf({ label: t('copy.shareDue'), value: `${money(due)} USDT` }, [
          ...['(', { label: t('copy.statement.realised'), value: money(realised) }, '−'],
          ...[{ label: t('copy.statement.before'), value: money(before) }, ')', '×'],
          { label: t('copy.why.rate'), value: formatRate(div(due, above), locale, 0) },
        ]))}
      note={t('copy.why.share')}
    />
  );
}

/** Weekly settlements, paid and received. */
export function Statements() {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const query = useStatements();
  return (
    <PagedList
      label={t('copy.shelf.statements')}
      query={query}
      row={(statement) => (
        <li className={styles.trade}>
          <div className={styles.tradeTop}>
            <strong>{t('copy.statement.week', { date: formatUtcDay(statement.week, locale) })}</strong>
            <span className={styles.end}>
              <SharePaid statement={statement} />
            </span>
          </div>
          <Figures
            items={[
              { label: t('copy.statement.realised'), value: <Usdt value={statement.realised} /> },
              { label: t('copy.statement.before'), value: <Usdt value={statement.high_before} /> },
              { label: t('copy.statement.after'), value: <Usdt value={statement.high_after} /> },
            ]}
          />
          <Text tone="normal" above={2}>
            {statement.role === 'trader'
              ? t('copy.statement.received')
              : t('copy.statement.to', { name: statement.nickname })}
          </Text>
        </li>
      )}
      empty={
        <EmptyState
          compact
          illustration="orders"
          title={t('copy.none.statements')}
          text={t('copy.none.statementsHelp')}
        />
      }
    />
  );
}
