import { type AssetPnl as Asset, usePnl } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { cmp, formatAmount, isPositive, isZero } from '@tessera/money';
import { useSession } from '@tessera/session';
import { EmptyState, Loaded, SkeletonRows, Text, useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
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
      <dl className={styles.figures}>
        <div>
          <dt>{t('pnl.average')}</dt>
          <Text as="dd" tone="strong" size={14}>
            {average === null
              ? '–'
              : formatAmount(average, cmp(average, '1') < 0 ? SMALL_PRICE_DIGITS : DIGITS, locale)}
          </Text>
        </div>
        <div>
          <dt>{t('pnl.realised')}</dt>
          <Text as="dd" tone="strong" size={14}>
            <Result value={asset.realised} />
          </Text>
        </div>
        <div>
          <dt>{t('pnl.unrealised')}</dt>
          <Text as="dd" tone="strong" size={14}>
            <Result value={asset.unrealised} />
          </Text>
        </div>
      </dl>
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
      <dl className={styles.totals}>
        <div>
          <dt>{t('pnl.realised')} (USDT)</dt>
          <Text as="dd" tone="inherit" size={16} weight="medium">
            <Result value={data.realised} />
          </Text>
        </div>
        <div>
          <dt>{t('pnl.unrealised')} (USDT)</dt>
          <Text as="dd" tone="inherit" size={16} weight="medium">
            <Result value={data.unrealised} />
          </Text>
        </div>
      </dl>
      <ul>
        {data.list.map((asset) => (
          <AssetRow key={asset.currency} asset={asset} />
        ))}
      </ul>
      <p className={styles.rule}>{t('pnl.rule')}</p>
    </>
  );
}
