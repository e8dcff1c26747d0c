import type { ComponentProps } from 'react';
import { Button, type ButtonProps } from '../button/Button.tsx';
import { Question } from './Question.tsx';
import type { useQuestion } from './use-question.ts';

type AskedButtonProps = Omit<ComponentProps<typeof Question>, 'open' | 'onClose'> & {
  readonly question: ReturnType<typeof useQuestion>;
  /** What stands on the button, and how it looks. */
  readonly label: string;
  readonly button?: Pick<
    ButtonProps,
    'size' | 'block' | 'variant' | 'icon' | 'busy' | 'disabled' | 'className' | 'aria-label'
  >;
};

/** A button that asks before it does something. */
export const AskedButton = ({ question, label, button, ...asked }: AskedButtonProps) => (
  <>
    <Button variant="secondary" {...button} onClick={question.ask}>
      {label}
    </Button>
    <Question {...asked} open={question.open} onClose={question.close} />
  </>
);
