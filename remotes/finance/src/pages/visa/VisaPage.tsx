import { useVerification } from '@tessera/api/kyc';
import { DOCUMENT_COUNTRIES } from '@tessera/api/kyc/rules';
import { useUpload } from '@tessera/api/uploads';
import { useApplyForVisa, useVisa, type VisaState } from '@tessera/api/visa';
import { visaInput } from '@tessera/api/visa/inputs';
import { useContractForm } from '@tessera/form';
import { addTexts, type TextLoader, useTexts } from '@tessera/i18n';
import { cmp, div, formatMoment, min } from '@tessera/money';
import {
  Button,
  Card,
  KeyValue,
  Loaded,
  Note,
  Page,
  SkeletonRows,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { Explained, ProgressBar, type Requirement, Requirements, Steps } from '@tessera/ui/content';
import { TextInput } from '@tessera/ui/forms';
import { Globe } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { PictureField } from '@tessera/ui/pictures';
import { CountrySelect, countryName, PhoneInput } from '@tessera/ui/places';
import { useState } from 'react';
import { figure } from '../../loans/figures.ts';

const mapTexts: TextLoader = async (code) => (await import('@tessera/ui/map')).mapTexts(code);
const AddressSheet = lazyPart(
  async () => (await Promise.all([import('./AddressSheet.tsx'), addTexts('map', mapTexts)]))[0],
);

/** ms between two looks at what the accounts are worth. */
const REFRESH_MS = 5_000;
const SHOWN = 2;

/** Five decimals, about a metre. */
const degreesOf = (value: number): string => value.toFixed(5);

function ApplyForm({ identity }: { readonly identity: { readonly known: boolean; readonly country: string | null } }) {
  const t = useTexts('finance/loans');
  const common = useTexts('common');
  const form = useContractForm(visaInput, {
    initial: { front_pic: '', reverse_pic: '', nation: identity.country ?? '', address: '', phone: '' },
    toInput: ({ front_pic, reverse_pic, ...values }) => ({
      ...values,
      ...(!identity.known && { front_pic, reverse_pic }),
    }),
  });
  const front = useUpload((location) => form.set('front_pic', location));
  const reverse = useUpload((location) => form.set('reverse_pic', location));
  const [choosing, setChoosing] = useState(false);
  const apply = useApplyForVisa({ onDone: () => showToast(t('review'), 'success'), onRejected: form.reject });
  const pictures = [
    { label: t('front'), name: 'front_pic', upload: front },
    { label: t('reverse'), name: 'reverse_pic', upload: reverse },
  ] as const;
  return (
    <Stack as="form" gap={4} below={8} noValidate onSubmit={form.submit(apply.run)}>
      {identity.known && <KeyValue items={[{ label: common('asks.advanced'), value: common('asks.met') }]} />}
      {!identity.known &&
        pictures.map(({ label, name, upload }) => (
          <PictureField
            key={name}
            label={label}
            upload={upload}
            error={form.field(name).error}
            onClear={() => form.set(name, '')}
          />
        ))}
      <CountrySelect
        label={t('vNation')}
        countries={DOCUMENT_COUNTRIES}
        value={form.values.nation || null}
        error={form.field('nation').error}
        onChange={(value) => form.set('nation', value)}
      />
      <TextInput label={t('vAddress')} autoComplete="street-address" {...form.field('address')} />
      <Button variant="secondary" block icon={<Globe />} onClick={() => setChoosing(true)}>
        {t('vMap')}
      </Button>
      {choosing && (
        <AddressSheet
          props={{
            onClose: () => setChoosing(false),
            onChoose: ({ latitude, longitude, name, country }) => {
              const at = `${degreesOf(latitude)}, ${degreesOf(longitude)}`;
              form.set('address', [name, at].filter(Boolean).join(' · '));
              if (country && DOCUMENT_COUNTRIES.some((each) => each === country)) form.set('nation', country);
              setChoosing(false);
            },
          }}
        />
      )}
      <PhoneInput label={t('vPhone')} {...form.field('phone')} />
      <Button type="submit" size="l" block busy={apply.busy} disabled={front.busy || reverse.busy}>
        {t('submit')}
      </Button>
    </Stack>
  );
}

function Eligibility({ state }: { readonly state: VisaState }) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const usdt = (value: string) => figure(value, SHOWN, locale, 'USDT');
  const enough = cmp(state.total, state.required) >= 0;
  return (
    <Card gap={3} aria-label={t('vTotal')}>
      <ProgressBar
        label={`${t('vRequired')}: ${usdt(state.required)}`}
        ratio={min('1', div(state.total, state.required))}
        tone={enough ? 'accent' : 'warn'}
      />
      <KeyValue
        items={[
          {
            label: t('vTotal'),
            value: <Explained title={t('vTotal')} value={usdt(state.total)} note={t('vTotalNote')} />,
            strong: true,
          },
        ]}
      />
    </Card>
  );
}

const visaAsks = ({ total, required }: VisaState, locale: string): Requirement => ({
  asks: 'balance',
  amount: figure(required, 0, locale, 'USDT'),
  have: figure(total, SHOWN, locale, 'USDT'),
  met: cmp(total, required) >= 0,
});

/** Where an application is, and where the card is delivered. */
function Progress({ application }: { readonly application: NonNullable<VisaState['application']> }) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const { status, created_at, reviewed_at, nation, address, phone } = application;
  const at = (time: number | null) => (time === null ? undefined : formatMoment(time, locale));
  return (
    <Card gap={3} aria-label={t('vSteps')}>
      <Steps
        label={t('vSteps')}
        current={status === 'approved' ? 2 : 1}
        steps={[
          { title: t('vSent'), note: at(created_at) },
          { title: t('vCheck'), note: at(reviewed_at), failed: status === 'rejected' },
          { title: t('vDelivery') },
        ]}
      />
      <KeyValue
        items={[
          { label: t('vNation'), value: countryName(nation, locale) },
          { label: t('vAddress'), value: address },
          { label: t('vPhone'), value: phone },
        ]}
      />
    </Card>
  );
}

/** The visa card: what it asks for, live, and the application with its state. */
export default function VisaPage() {
  const t = useTexts('finance/loans');
  const routes = useTexts('finance');
  const locale = useLocale();
  const query = useVisa({}, { refetchInterval: REFRESH_MS });
  const verification = useVerification();
  const { data } = query;
  const application = data?.application ?? null;
  const open = application === null || application.status === 'rejected';
  return (
    <Page title={routes('routes.fund.visa')} back>
      <Loaded query={query} waiting={<SkeletonRows count={5} />} />
      {data && (
        <Stack gap={4} below={8}>
          <Text tone="normal" size={14}>
            {t('vLead')}
          </Text>
          {application && (
            <Note role="status" tone={application.status === 'rejected' ? 'danger' : 'plain'}>
              {application.status === 'under_review' && t('vReview')}
              {application.status === 'approved' && t('vApproved')}
              {application.status === 'rejected' && t('rejectedText', { reason: application.reason ?? '–' })}
            </Note>
          )}
          {application && <Progress application={application} />}
          {open && <Requirements of={[visaAsks(data, locale)]} />}
          {open && <Eligibility state={data} />}
          {open && cmp(data.total, data.required) >= 0 && (
            <Loaded query={verification} compact>
              {({ level, country }) => <ApplyForm identity={{ known: level === 2, country }} />}
            </Loaded>
          )}
        </Stack>
      )}
    </Page>
  );
}
