import { useApplyAsArtist } from '@tessera/api/nft';
import { applyInput } from '@tessera/api/nft/inputs';
import { useUpload } from '@tessera/api/uploads';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, Heading, Stack, showToast } from '@tessera/ui';
import { TextArea, TextInput } from '@tessera/ui/forms';
import { PictureField } from '@tessera/ui/pictures';
import { useEffect, useEffectEvent, useState } from 'react';

/** Places for pictures. */
const PLACES = [1, 2, 3] as const;

type PictureProps = {
  readonly label: string;
  readonly error: string | undefined;
  readonly onChange: (location: string) => void;
  readonly onBusy: (busy: boolean) => void;
};

function Sample({ label, error, onChange, onBusy }: PictureProps) {
  const upload = useUpload(onChange);
  const tell = useEffectEvent(onBusy);
  useEffect(() => tell(upload.busy), [upload.busy]);
  return <PictureField label={label} upload={upload} error={error} onClear={() => onChange('')} />;
}

/** The application of an artist, with pictures for the staff who review it. */
export function ApplyForm() {
  const t = useTexts('nft/studio');
  const [pictures, setPictures] = useState<Readonly<Record<number, string>>>({});
  const [uploading, setUploading] = useState<readonly number[]>([]);
  const [tried, setTried] = useState(false);
  const given = Object.values(pictures).filter((location) => location !== '');
  const form = useContractForm(applyInput, {
    initial: { name: '', biography: '' },
    toInput: (values) => ({ ...values, pictures: given }),
  });
  const apply = useApplyAsArtist({
    onDone: () => showToast(t('apply.sent'), 'success'),
    onRejected: form.reject,
  });
  return (
    <Stack
      as="form"
      gap={4}
      below={4}
      noValidate
      onSubmit={(event) => {
        setTried(true);
        form.submit(apply.run)(event);
      }}
    >
      <Heading size={16}>{t('apply.title')}</Heading>
      <p>{t('apply.intro')}</p>
      <TextInput label={t('apply.name')} autoComplete="nickname" {...form.field('name')} />
      <TextArea label={t('apply.biography')} helper={t('apply.biographyHelp')} {...form.field('biography')} />
      {PLACES.map((place) => (
        <Sample
          key={place}
          label={t('apply.picture', { number: place })}
          error={place === 1 && tried && given.length === 0 && uploading.length === 0 ? t('apply.pictures') : undefined}
          onChange={(location) => setPictures((now) => ({ ...now, [place]: location }))}
          onBusy={(busy) => setUploading((now) => [...now.filter((each) => each !== place), ...(busy ? [place] : [])])}
        />
      ))}
      <Button type="submit" size="l" block busy={apply.busy || uploading.length > 0}>
        {t('apply.send')}
      </Button>
    </Stack>
  );
}
