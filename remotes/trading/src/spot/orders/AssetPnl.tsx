import { type AssetPnl as Asset, usePnl } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { cmp, formatAmount, isPositive, isZero } from '@tessera/money';
import { useSession } from '@tessera/session';
import { EmptyState, Loaded, SkeletonRows, useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import { Figures } from '../../market/figures/Figures.tsx';
import styles from './AssetPnl.module.css';

const DIGITS = 2;
/** Of a price below one, which the digits of money would round away. */
const SMALL_PRICE_DIGITS = 8;

/** A result in USDT with its sign and tone. */
function Result({ value }: { readonly value: string | null }) {
  const locale = useLocale();
  if (value === null) return <span>–</span>;
  const tone = isZero(value) ? undefined : isPositive(value) ? 'up' : 'down';
  return (
    <span className={styles.result} data-tone={tone}>
      {formatAmount(value, DIGITS, locale, { signed: true })}
    </span>
  );
}

function AssetRow({ asset }: { readonly asset: Asset }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const average = asset.average_cost;
  return (
    <li className={styles.asset}>
      <div className={styles.head}>
        <strong>{asset.currency}</strong>
        <span>{exactText(asset.amount, locale)}</span>
      </div>
      <Figures
        className={styles.figures}
        values={{ tone: 'strong', size: 14 }}
        items={[
          {
            label: t('pnl.average'),
            value:
              average === null
                ? '–'
                : formatAmount(average, cmp(average, '1') < 0 ? SMALL_PRICE_DIGITS : DIGITS, locale),
          },
          { label: t('pnl.realised'), value: <Result value={asset.realised} /> },
          { label: t('pnl.unrealised'), value: <Result value={asset.unrealised} /> },
        ]}
      />
    </li>
  );
}

/** Average cost, realised and unrealised profit of each asset of a signed-in user, by the published rule. */
export function AssetPnl() {
  const t = useTexts('trading');
  const signedIn = useSession() !== null;
  const query = usePnl({});
  const { data } = query;
  if (!signedIn) return null;
  if (!data) return <Loaded query={query} compact waiting={<SkeletonRows count={4} />} />;
  if (data.list.length === 0) {
    return <EmptyState compact illustration="orders" title={t('pnl.none')} text={t('pnl.noneHelp')} />;
  }
  return (
    <>
      <Figures
        className={styles.totals}
        values={{ size: 16, weight: 'medium' }}
        items={[
          { label: `${t('pnl.realised')} (USDT)`, value: <Result value={data.realised} /> },
          { label: `${t('pnl.unrealised')} (USDT)`, value: <Result value={data.unrealised} /> },
        ]}
      />
      <ul>
        {data.list.map((asset) => (
          <AssetRow key={asset.currency} asset={asset} />
        ))}
      </ul>
      <p className={styles.rule}>{t('pnl.rule')}</p>
    </>
  );
}
