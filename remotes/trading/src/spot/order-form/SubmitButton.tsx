import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Button, LogInButton } from '@tessera/ui';
import type { OrderForm } from './form.ts';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf } from './problems.ts';
import type { DerivedOrder } from './use-order.ts';
import { useSubmitLabel } from './use-submit-label.ts';

type SubmitButtonProps = {
  readonly form: OrderForm;
  readonly derived: DerivedOrder;
  readonly busy: boolean;
  readonly onPress: () => void;
};

/** Its label names the action, or the reason why it is disabled. */
export function SubmitButton({ form, derived, busy, onPress }: SubmitButtonProps) {
  const t = useTexts('trading');
  const signedIn = useSession() !== null;
  const label = useSubmitLabel(form, derived);
  const market = derived.problems.find((problem) => fieldOf(problem) === 'form');
  if (!signedIn) {
    return <LogInButton block>{t('form.login')}</LogInButton>;
  }
  return (
    <Button block variant={form.side} busy={busy} disabled={market !== undefined} onClick={onPress}>
      {market ? <ProblemText problem={market} at={derived.at} /> : label}
    </Button>
  );
}
