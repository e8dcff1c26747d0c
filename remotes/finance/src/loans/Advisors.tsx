import type { LoanTermsOutput } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { Button, Card, Heading, Text } from '@tessera/ui';

/** Whom borrowers write to. */
export function Advisors({ terms }: { readonly terms: LoanTermsOutput }) {
  const t = useTexts('finance/loans');
  const advisors = [
    [t('loanAdvisor'), terms.loan_advisor],
    [t('repaymentAdvisor'), terms.repayment_advisor],
  ] as const;
  return (
    <>
      {advisors.map(([label, { name, email }]) => (
        <Card gap={3} key={label} aria-label={label}>
          <Heading size={16}>{label}</Heading>
          <Text tone="normal" size={14}>
            {name}
          </Text>
          <Button variant="secondary" size="s" href={`mailto:${email}`}>
            {email}
          </Button>
        </Card>
      ))}
    </>
  );
}
