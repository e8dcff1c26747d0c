import { useTexts } from '@tessera/i18n';
import { Stack, Text } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { NumberField } from '../../ticket/NumberField.tsx';
import { draftScales } from './fields.ts';
import type { PriceName } from './form.ts';
import type { FormPartProps } from './PriceField.tsx';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf, pricesShown } from './problems.ts';

export const PRICE_LABELS = {
  trigger: 'lever.form.triggerIn',
  stopLimit: 'form.stopLimitIn',
  profit: 'lever.stop.profit',
  loss: 'lever.stop.loss',
  lossLimit: 'form.lossLimitIn',
} as const satisfies Readonly<Record<PriceName, string>>;

const WAITS: ReadonlySet<PriceName> = new Set(['trigger', 'stopLimit']);

type PartProps = Omit<FormPartProps, 'inputRef'>;

function FurtherPrice({ name, form, derived: { at }, problems, dispatch }: PartProps & { readonly name: PriceName }) {
  const t = useTexts('trading');
  const problem = problems.find((each) => fieldOf(each) === name);
  return (
    <NumberField
      name={name}
      label={t(PRICE_LABELS[name], { unit: at.rules.quote })}
      value={form.prices[name]}
      scale={draftScales(at).price}
      onChange={(draft) => dispatch({ type: 'further', name, draft })}
      error={problem && <ProblemText problem={problem} at={at} />}
    />
  );
}

/** The price that an order waits for, and its limit from then on. */
export const WaitingPrices = (props: PartProps) => (
  <>
    {pricesShown(props.form)
      .filter((name) => WAITS.has(name))
      .map((name) => (
        <FurtherPrice key={name} name={name} {...props} />
      ))}
  </>
);

/** Take profit and stop loss for what the order fills. */
export function ExitPrices(props: PartProps) {
  const t = useTexts('trading');
  const { form, dispatch } = props;
  if (form.kind === 'oco') return null;
  return (
    <Stack gap={2}>
      <Checkbox checked={form.exits} onChange={(on) => dispatch({ type: 'exits', on })}>
        {t('form.exits')}
      </Checkbox>
      {pricesShown(form)
        .filter((name) => !WAITS.has(name))
        .map((name) => (
          <FurtherPrice key={name} name={name} {...props} />
        ))}
      {form.exits && (
        <Text above={3} below={3}>
          {t(form.side === 'buy' ? 'form.exitsHelp' : 'form.exitsHelpSell')}
        </Text>
      )}
    </Stack>
  );
}
