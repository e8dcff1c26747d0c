import { useRequestVerification, type Verification } from '@tessera/api/kyc';
import { verificationInput } from '@tessera/api/kyc/inputs';
import { DOCUMENT_COUNTRIES } from '@tessera/api/kyc/rules';
import { useUpload } from '@tessera/api/uploads';
import { namesIn } from '@tessera/device';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Card, Heading, KeyValue, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { Select, TextInput, useRegions } from '@tessera/ui/forms';
import { PictureField } from '@tessera/ui/pictures';
import { homeCountry } from '@tessera/ui/places';

type IdType = NonNullable<Verification['id_type']>;

const ID_TYPES = ['id_card', 'passport', 'driver_licence'] as const satisfies readonly IdType[];

type Props = {
  readonly level: 1 | 2;
  /** The document that verified the user: it is not asked for again. */
  readonly verified: Verification['verified'];
  /** The document of the application before. */
  readonly idType: Verification['id_type'];
  /** Of the document before, else of the phone number; empty where neither says any. */
  readonly country: string;
};

export function RequestForm({ level, verified, idType, country }: Props) {
  const t = useTexts('account');
  const open = useOpenScreen();
  const form = useContractForm(verificationInput, {
    initial: {
      same_document: verified !== null,
      id_type: idType ?? ('id_card' as IdType),
      country,
      name: '',
      card_id: '',
      front_pic: '',
      reverse_pic: '',
    },
    toInput: ({ same_document, front_pic, reverse_pic, ...document }) => ({
      real_type: level,
      ...(same_document ? { same_document } : document),
      front_pic,
      reverse_pic,
    }),
  });
  const countries = useRegions(DOCUMENT_COUNTRIES, homeCountry());
  const countryName = namesIn(useLocale(), 'region');
  const front = useUpload((location) => form.set('front_pic', location));
  const reverse = useUpload((location) => form.set('reverse_pic', location));
  const pictures = [
    { label: t('real.front'), name: 'front_pic', upload: front },
    { label: t('real.reverse'), name: 'reverse_pic', upload: reverse },
  ] as const;
  const request = useRequestVerification({
    onDone() {
      showToast(t('real.submitted'), 'success');
      open(screenUrl('/pages/setting/real_mark'), { replace: true });
    },
    onRejected: form.reject,
  });
  return (
    <Stack as="form" gap={2} page onSubmit={form.submit(request.run)} noValidate>
      <Text size="inherit" below={2}>
        {t(`settings.level${level}`)}
      </Text>
      {verified && form.values.same_document ? (
        <Card as="section" aria-label={t('real.verifiedDocument')}>
          <Heading size={16}>{t('real.verifiedDocument')}</Heading>
          <KeyValue
            items={[
              { label: t('real.document'), value: t(`real.${verified.id_type}`) },
              { label: t('real.country'), value: countryName(verified.country) },
              { label: t('real.name'), value: verified.name },
              { label: t('real.cardId'), value: verified.card_id },
            ]}
          />
          <Button variant="ghost" block onClick={() => form.set('same_document', false)}>
            {t('real.otherDocument')}
          </Button>
        </Card>
      ) : (
        <>
          <Select
            label={t('real.document')}
            options={ID_TYPES.map((value) => ({ value, label: t(`real.${value}`) }))}
            value={form.values.id_type}
            onChange={(value) => form.set('id_type', value)}
          />
          <Select
            label={t('real.country')}
            options={countries}
            searchable
            value={form.values.country || null}
            error={form.field('country').error}
            onChange={(value) => form.set('country', value)}
          />
          <TextInput label={t('real.name')} autoComplete="name" helper={t('real.nameHint')} {...form.field('name')} />
          <TextInput
            label={t('real.cardId')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.field('card_id')}
          />
        </>
      )}
      {level === 2 && (
        <>
          {pictures.map(({ label, name, upload }) => (
            <PictureField
              key={name}
              label={label}
              upload={upload}
              error={form.field(name).error}
              onClear={() => form.set(name, '')}
            />
          ))}
          <Text size="inherit" below={2}>
            {t('real.privacy')}
          </Text>
        </>
      )}
      <Button type="submit" size="l" block busy={request.busy} disabled={front.busy || reverse.busy}>
        {t('real.submit')}
      </Button>
    </Stack>
  );
}
