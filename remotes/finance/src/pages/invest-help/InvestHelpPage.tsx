import { dualPayout, dualTermsOf, type InvestProduct, investSections, useInvestProducts } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { mul } from '@tessera/money';
import { Card, Heading, Note, Page, Stack, Text } from '@tessera/ui';
import { PRODUCT_OF } from '../../invest/product-of.ts';
import { useInvestTexts } from '../../invest/use-invest-texts.ts';
import styles from '../../Product.module.css';

/** Settlement prices of the examples: a tenth below and above the pegged price. */
const EXAMPLES = ['0.9', '1.1'];

/** What ten shares of a product pay, by its own numbers. */
function Example({ product }: { readonly product: InvestProduct }) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const amount = mul(product.share_size, '10');
  const terms = dualTermsOf(product, amount);
  if (!terms) return null;
  return (
    <>
      <Text tone="normal" size={14}>
        {t('help.example', {
          name: product.name,
          amount: texts.amount(amount, product),
          price: texts.price(terms.price, product),
        })}
      </Text>
      <ul className={styles.steps}>
        {EXAMPLES.map((ratio) => {
          const price = mul(terms.price, ratio);
          const paid = dualPayout(terms, { total: price, count: 1 });
          const scale = paid.currency === terms.currency ? terms.scale : terms.otherScale;
          return (
            <li key={ratio}>
              {t('picture.pays', {
                price: texts.price(price, product),
                amount: texts.amount(paid.amount, { currency: paid.currency, scale }),
              })}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Investments in plain words, with examples from the products that are on sale. */
export default function InvestHelpPage() {
  const t = useTexts('finance/invest');
  const titles = useTexts('finance');
  const { data } = useInvestProducts({});
  const examples = [
    ...new Map(
      (data?.list ?? [])
        .filter(({ price }) => price !== null)
        .map((product) => [product.side ?? product.section, product]),
    ).values(),
  ];
  return (
    <Page title={titles('routes.invest.help')} back>
      <Stack gap={4} below={8}>
        {investSections.map((section) => (
          <Card gap={3} key={section}>
            <Heading size={16}>{titles(`product.${PRODUCT_OF[section]}`)}</Heading>
            <Text tone="normal" size={14}>
              {t(`about.${section}`)}
            </Text>
            {section === 'blockchain' ? (
              <>
                <Note>{t('loss.sell_high')}</Note>
                <Note>{t('loss.buy_low')}</Note>
              </>
            ) : (
              <Note>{t(`loss.${section}`)}</Note>
            )}
            {examples
              .filter((product) => product.section === section)
              .map((product) => (
                <Example key={product.id} product={product} />
              ))}
          </Card>
        ))}
        <Card gap={3}>
          <Heading size={16}>{t('result.price')}</Heading>
          <Text tone="normal" size={14}>
            {t('help.settlement')}
          </Text>
          <Text tone="normal" size={14}>
            {t('product.house')}
          </Text>
        </Card>
      </Stack>
    </Page>
  );
}
