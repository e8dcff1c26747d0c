import { type LoanTermsOutput, useLatestLoan, useLoanTerms } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, Heading, Loaded, LogInButton, Note, Page, Stack, Text, useLocale } from '@tessera/ui';
import { Accordion, meetsAll, Requirements } from '@tessera/ui/content';
import { Calculator } from '../../loans/Calculator.tsx';
import { percent, percents } from '../../loans/figures.ts';
import { loanAsks } from '../../loans/loan-asks.ts';
import { lowestLevel } from '../../loans/use-rule-text.ts';

const QUESTIONS = [1, 2, 3, 4, 5] as const;

/** What loans are, what they cost, and what can be lost. */
export default function BorrowPage() {
  const t = useTexts('finance/loans');
  const routes = useTexts('finance');
  const locale = useLocale();
  const signedIn = useSession() !== null;
  const terms = useLoanTerms();
  const latest = useLatestLoan();
  const asks = (data: LoanTermsOutput) => loanAsks(data, latest.data?.mine ?? null, locale);
  const hasLoan = latest.data?.application?.loan?.ended_at === null;
  return (
    <Page title={routes('routes.common.borrow')} back>
      <Loaded query={terms}>
        {(data) => (
          <Stack gap={4} below={8}>
            <Text tone="normal" size={14}>
              {t('lead')}
            </Text>
            <Calculator terms={data} own={latest.data?.mine.loan ?? null} />
            <Note>{t('risk')}</Note>
            {!hasLoan && <Requirements of={asks(data)} />}
            {signedIn ? (
              (hasLoan || latest.data?.application?.status === 'under_review' || meetsAll(asks(data))) && (
                <Button block size="l" to={screenUrl('/pages/common/borrowing')}>
                  {t(hasLoan ? 'myLoan' : 'apply')}
                </Button>
              )
            ) : (
              <LogInButton block size="l" from={screenUrl('/pages/common/borrowing')}>
                {t('apply')}
              </LogInButton>
            )}
            <Heading size={16}>{t('faq')}</Heading>
            <Accordion
              items={QUESTIONS.map((number) => ({
                id: String(number),
                title: t(`q${number}`),
                content: t(`a${number}`, {
                  level: lowestLevel(data),
                  ratio: percent(data.liquidation_ratio, locale),
                  warnings: percents(data.warning_ratios, locale),
                }),
              }))}
            />
            <Button block variant="secondary" to={screenUrl('/pages/otc/otc')}>
              {routes('routes.otc.otc')}
            </Button>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
