import { useCancelLoan, useLatestLoan, useLoanTerms } from '@tessera/api/loans';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, bothOf, Card, KeyValue, Loaded, Page, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { Requirements } from '@tessera/ui/content';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { ApplyForm } from '../../loans/ApplyForm.tsx';
import { figure } from '../../loans/figures.ts';
import { LoanView } from '../../loans/LoanView.tsx';
import { loanAsks } from '../../loans/loan-asks.ts';

/** ms between two looks at the collateral ratio. */
const REFRESH_MS = 5_000;

/** The application, its state with the reason, and the loan with its live risk. */
export default function BorrowingPage() {
  const t = useTexts('finance/loans');
  const routes = useTexts('finance');
  const locale = useLocale();
  const result = useResult();
  const [again, setAgain] = useState(false);
  const terms = useLoanTerms();
  const latest = useLatestLoan({}, { refetchInterval: REFRESH_MS });
  const application = latest.data?.application ?? null;
  const cancel = useCancelLoan({
    onDone: ({ margin_currency, margin_scale }) =>
      result.show({
        title: t('takenBack'),
        items: [
          {
            label: t('returned'),
            value: figure(application?.margin_number ?? '0', margin_scale, locale, margin_currency),
            strong: true,
          },
        ],
      }),
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  const mine = latest.data?.mine;
  const ended = application?.loan ? application.loan.ended_at !== null : application?.status !== 'under_review';
  const applying = latest.data !== undefined && (application === null || (again && ended));
  return (
    <Page title={routes('routes.common.borrowing')} back>
      <Loaded query={bothOf(terms, latest)} />
      {terms.data && mine && (
        <Stack gap={4} below={8}>
          {application && !applying && (
            <>
              {application.loan === null && (
                <Card gap={3} aria-label={t('apply')}>
                  <Text tone="strong" size={16} weight="strong" role="status">
                    {application.status === 'under_review' && t('review')}
                    {application.status === 'rejected' && t('rejectedText', { reason: application.reason ?? '–' })}
                    {application.status === 'cancelled' && t('cancel')}
                    {application.status === 'approved' && t('approved')}
                  </Text>
                  <KeyValue
                    items={[
                      { label: t('amount'), value: figure(application.money, application.scale, locale, 'USDT') },
                      { label: t('term'), value: t('daysValue', { days: application.days }) },
                      {
                        label: t('collateral'),
                        value: figure(
                          application.margin_number,
                          application.margin_scale,
                          locale,
                          application.margin_currency,
                        ),
                      },
                    ]}
                  />
                  {application.status === 'under_review' && (
                    <>
                      <Text>{t('reviewText')}</Text>
                      <Button variant="secondary" busy={cancel.busy} onClick={() => cancel.run({ id: application.id })}>
                        {t('cancel')}
                      </Button>
                    </>
                  )}
                </Card>
              )}
              {application.loan && <LoanView application={application} loan={application.loan} terms={terms.data} />}
              {ended && (
                <Button block size="l" onClick={() => setAgain(true)}>
                  {t('again')}
                </Button>
              )}
            </>
          )}
          {applying && !(mine.verified && mine.loan) && <Requirements of={loanAsks(terms.data, mine, locale)} />}
          {applying && mine.verified && mine.loan !== null && (
            <ApplyForm
              terms={terms.data}
              offer={mine.loan}
              onDone={(done) => {
                setAgain(false);
                result.show(done);
              }}
              onMoved={() => {
                void terms.refetch();
                void latest.refetch();
              }}
            />
          )}
        </Stack>
      )}
      {result.screen}
    </Page>
  );
}
