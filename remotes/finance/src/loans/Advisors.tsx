import type { LoanTermsOutput } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import styles from '../Product.module.css';

/** Whom borrowers write to. */
export function Advisors({ terms }: { readonly terms: LoanTermsOutput }) {
  const t = useTexts('loans');
  const advisors = [
    [t('loanAdvisor'), terms.loan_advisor],
    [t('repaymentAdvisor'), terms.repayment_advisor],
  ] as const;
  return (
    <>
      {advisors.map(([label, { name, email }]) => (
        <section key={label} className={styles.card} aria-label={label}>
          <h2 className={styles.heading}>{label}</h2>
          <p className={styles.text}>{name}</p>
          <Button variant="secondary" size="s" href={`mailto:${email}`}>
            {email}
          </Button>
        </section>
      ))}
    </>
  );
}
