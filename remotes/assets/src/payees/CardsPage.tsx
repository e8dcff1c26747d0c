import type { Command, Outcomes } from '@tessera/api';
import type { SavedCard } from '@tessera/api/payees';
import { type ContractForm, type FormSchema, useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, EmptyState, Loaded, type LoadedQuery, Page, SkeletonRows, Stack, showToast } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { type ReactNode, useState } from 'react';
import { CardFields } from './CardFields.tsx';
import { CardList } from './CardList.tsx';
import { useRuleText } from './use-rule-text.ts';

/** What every card has; nothing is entered. */
const BLANK = { real_name: '', card_number: '', bank_name: '', province_city: '', branch: '', phone: '' };

type Entered<Further> = typeof BLANK & Further;

type CardsProps<Further, Entry extends object, Saved> = {
  readonly title: string;
  readonly numberLabel: string;
  /** A card without the payment password, which is asked for when the rest is right. */
  readonly schema: FormSchema<Entry>;
  /** Fields that cards of this kind have beside those of every card. */
  readonly further: Further;
  readonly query: LoadedQuery<readonly SavedCard[]>;
  readonly useSave: (
    outcomes: Outcomes<Entry & { readonly key: string }, Saved>,
  ) => Command<Entry & { readonly key: string }, Saved>;
  readonly fields?: (field: ContractForm<Entered<Further>, Entry>['field']) => ReactNode;
  /** Below the list. */
  readonly children?: ReactNode;
};

type Strings = Readonly<Record<string, string>>;

function CardForm<Further extends Strings, Entry extends object, Saved>({
  numberLabel,
  schema,
  further,
  useSave,
  fields,
  onSaved,
}: CardsProps<Further, Entry, Saved> & { readonly onSaved: () => void }) {
  const t = useTexts('assets');
  const wording = useRuleText();
  const form = useContractForm<Entered<Further>, FormSchema<Entry>>(schema, {
    initial: { ...BLANK, ...further },
    wording,
  });
  const save = useApproval({
    command: useSave,
    toInput: (card: Entry, { key }) => ({ ...card, key }),
    tell: form.reject,
    onDone() {
      showToast(t('payout.saved'), 'success');
      onSaved();
    },
  });
  return (
    <Stack as="form" gap={3} above={2} onSubmit={form.submit(save.ask)} noValidate>
      <CardFields field={(name) => form.field(name as Parameters<typeof form.field>[0])} numberLabel={numberLabel} />
      {fields?.(form.field)}
      <Button type="submit" size="l" block busy={save.busy}>
        {t('payout.save')}
      </Button>
      <ApprovalSheet {...save.sheet} title={t('payout.addCard')} />
    </Stack>
  );
}

/** Saved cards of one kind, and the form that adds one. */
export function CardsPage<Further extends Strings, Entry extends object, Saved>(
  props: CardsProps<Further, Entry, Saved>,
) {
  const { title, query, children } = props;
  const t = useTexts('assets');
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={adding ? t('payout.addCard') : title}
      back
      footer={
        !adding && (
          <Button size="l" block onClick={() => setAdding(true)}>
            {t('payout.addCard')}
          </Button>
        )
      }
    >
      {adding ? (
        <CardForm {...props} onSaved={() => setAdding(false)} />
      ) : (
        <Stack gap={4} page>
          <Loaded query={query} waiting={<SkeletonRows count={3} />} />
          {query.data?.length === 0 && (
            <EmptyState illustration="wallet" title={t('payout.noCardTitle')} text={t('payout.noCardHelp')} />
          )}
          {query.data && query.data.length > 0 && <CardList label={title} cards={query.data} />}
          {children}
        </Stack>
      )}
    </Page>
  );
}
