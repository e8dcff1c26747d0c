import { type ChainDeposit, useChainDeposits } from '@tessera/api/deposits';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Amount, Badge, type BadgeTone, Button, CoinIcon, Heading, List, ListRow, Stack, useLocale } from '@tessera/ui';
import styles from './Deposit.module.css';

const TONES: Readonly<Record<ChainDeposit['status'], BadgeTone>> = {
  pending: 'warn',
  credited: 'success',
  gone: 'neutral',
  reversed: 'danger',
  below_minimum: 'neutral',
};

/** Digits that deposits are shown with; the response does not contain the coin's own. */
const SCALE = 8;

/** Deposits that are shown where the user waits for one. */
const LATEST = 3;

/** A transaction id as far as users compare it. */
const shortened = (txid: string): string => `${txid.slice(0, 8)}…${txid.slice(-8)}`;

function DepositRow({ deposit }: { readonly deposit: ChainDeposit }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { status, confirmations, required } = deposit;
  return (
    <ListRow
      start={<CoinIcon symbol={deposit.currency} />}
      title={`${deposit.currency} · ${deposit.network}`}
      subtitle={
        <>
          <span className={styles.line}>{formatDateTime(deposit.created_at, locale)}</span>
          <span className={styles.line}>{shortened(deposit.txid)}</span>
        </>
      }
      value={<Amount value={deposit.amount} scale={SCALE} unit={deposit.currency} trimmed />}
      note={
        <Badge tone={TONES[status]}>
          {status === 'pending'
            ? t('deposit.onChain.pending', { done: confirmations, of: required })
            : t(`deposit.onChain.${status}`)}
        </Badge>
      }
    />
  );
}

/**
 * Deposits as they were seen on their chains, newest first; nothing where there is none. They move with every block.
 * `latest` shows the last three: what was just credited stays in sight where it was waited for.
 */
export function OnChain({ latest = false }: { readonly latest?: boolean }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const { rows = [], hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useChainDeposits();
  const shown = latest ? rows.slice(0, LATEST) : rows;
  if (shown.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={t('deposit.onChain.title')}>
      {latest && <Heading size={16}>{t('deposit.onChain.title')}</Heading>}
      <List card={latest} label={t('deposit.onChain.title')}>
        {shown.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} />
        ))}
      </List>
      {!latest && hasNextPage && (
        <div className={styles.earlier}>
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {common(isFetchNextPageError ? 'retry' : 'loadMore')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
