import { useCredit } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { Explained } from '@tessera/ui/content';

/** The credit score; a tap shows its parts and the rule. `score` is what the profile says until the parts are there. */
export function CreditScore({ score }: { readonly score: number }) {
  const t = useTexts('account');
  const { data: credit } = useCredit();
  const title = t('credit.title');
  if (!credit) return <>{score}</>;
  const parts = credit.parts.map(({ name, points, max }) => ({
    label: t(`credit.${name}`),
    value: t('credit.points', { points, max }),
  }));
  const sum = credit.parts.map(({ points }) => points).join(' + ');
  return (
    <Explained
      title={title}
      value={credit.score}
      entries={[...parts, { label: title, value: credit.score, strong: true }]}
      formula={[t('credit.rule'), `${sum} = ${credit.score}`]}
      note={credit.repayment === null ? t('credit.neutral') : undefined}
    />
  );
}
