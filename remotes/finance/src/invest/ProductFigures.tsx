import type { InvestProduct } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { div, mul, quantize } from '@tessera/money';
import { KeyValue } from '@tessera/ui';
import { ProgressBar } from '@tessera/ui/content';
import { useInvestTexts } from './use-invest-texts.ts';

/** Digits of a share of a sale. */
const SHARE_DIGITS = 4;

/** What a product is, line by line, and how much of it is sold. */
export function ProductFigures({ product }: { readonly product: InvestProduct }) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const { price, index_price, days, matures_at, closes_at, opens_at, status, section, total_shares } = product;
  const sold = total_shares - product.remaining_shares;
  return (
    <>
      <KeyValue
        items={[
          ...(price === null
            ? []
            : [
                { label: t('product.pegged'), value: texts.price(price, product), strong: true },
                { label: t('product.live'), value: index_price === null ? '–' : texts.price(index_price, product) },
              ]),
          ...(days === null ? [] : [{ label: t('product.term'), value: texts.days(days) }]),
          ...(matures_at === null ? [] : [{ label: t('product.matures'), value: texts.time(matures_at) }]),
          ...(status === 'soon' ? [{ label: t('product.opens'), value: texts.time(opens_at) }] : []),
          ...(closes_at === null || matures_at === null
            ? []
            : [{ label: t('product.closes'), value: texts.time(closes_at) }]),
          section === 'demand'
            ? {
                label: t('product.min'),
                value: texts.amount(mul(product.share_size, String(product.min_shares)), product),
              }
            : { label: t('product.share'), value: texts.amount(product.share_size, product) },
          ...(section === 'fixed' ? [{ label: t('product.penalty'), value: texts.rate(product.penalty_ratio) }] : []),
        ]}
      />
      {section !== 'demand' && (
        <ProgressBar
          label={t('product.sold')}
          ratio={quantize(div(String(sold), String(total_shares)), SHARE_DIGITS, 'down')}
          note={t('product.left', {
            left: texts.count(product.remaining_shares),
            total: texts.count(total_shares),
          })}
        />
      )}
    </>
  );
}
