import {
  acceptedMedia,
  MEDIA_PATH,
  MOST_PROPERTIES,
  mediaRules,
  ROYALTY_CAP_BP,
  useSubmitWork,
} from '@tessera/api/nft';
import { submissionInput } from '@tessera/api/nft/inputs';

import { useUpload } from '@tessera/api/uploads';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { cmp, type DecimalString, mul } from '@tessera/money';
import { Button, Sheet, Stack, showToast, Text } from '@tessera/ui';
import { ProgressBar } from '@tessera/ui/content';
import { AmountInput, Field, TextArea, TextInput } from '@tessera/ui/forms';
import { ImagePicker } from '@tessera/ui/pictures';
import { useState } from 'react';
import { frameOf, waveformOf } from './browser-media.ts';
import styles from './Studio.module.css';

type Property = { readonly key: number; readonly name: string; readonly value: string };
type Kind = 'picture' | 'audio' | 'video';

const kindOf = ({ type }: File): Kind =>
  type.startsWith('audio/') ? 'audio' : type.startsWith('video/') ? 'video' : 'picture';

/** The input takes basis points: 7.5 % are 750; '' without a number. */
const basisPoints = (percent: DecimalString | ''): DecimalString | '' => percent && mul(percent, '100');

/** A work with its file, to be reviewed. */
export function SubmitSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('nft/studio');
  const [picked, setPicked] = useState<File | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const [waveform, setWaveform] = useState<number[]>();
  const [properties, setProperties] = useState<readonly Property[]>([]);
  const [tried, setTried] = useState(false);
  const filled = properties.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '');
  const form = useContractForm(submissionInput, {
    initial: { media_id: '', poster_id: '', title: '', description: '', editions: '1', royalty: '5' },
    toInput: ({ royalty, ...values }) => ({
      ...values,
      royalty_bp: basisPoints(royalty),
      ...(waveform && { waveform }),
      ...(filled.length > 0 && {
        property_names: filled.map(({ name }) => name),
        property_values: filled.map(({ value }) => value),
      }),
    }),
  });
  const main = useUpload((id) => form.set('media_id', id), MEDIA_PATH);
  const cover = useUpload((id) => form.set('poster_id', id), MEDIA_PATH);
  const submit = useSubmitWork({
    onDone() {
      showToast(t('form.sent'), 'success');
      onClose();
    },
    onRejected: form.reject,
  });
  const kind = picked && kindOf(picked);
  const pick = async (file: File) => {
    setTooLarge(file.size > mediaRules.maxBytes);
    if (file.size > mediaRules.maxBytes) return;
    setPicked(file);
    setWaveform(undefined);
    form.set('media_id', '');
    form.set('poster_id', '');
    main.run(file);
    if (kindOf(file) === 'audio') setWaveform(await waveformOf(file));
    if (kindOf(file) !== 'video') return;
    const frame = await frameOf(file);
    if (frame) cover.run(frame);
  };
  const { media_id, poster_id } = form.values;
  const noCover = (kind === 'audio' || kind === 'video') && poster_id === '';
  const fileProblem = tooLarge
    ? t('form.tooLarge')
    : (main.problem ?? (tried && media_id === '' && !main.busy ? t('form.needFile') : undefined));
  const share = basisPoints(form.values.royalty);
  const change = (key: number, part: Partial<Property>) =>
    setProperties(properties.map((property) => (property.key === key ? { ...property, ...part } : property)));
  return (
    <Sheet open onClose={onClose} title={t('studio.submit')} tall>
      <Stack
        as="form"
        gap={4}
        below={4}
        noValidate
        onSubmit={(event) => {
          setTried(true);
          if (media_id === '' || noCover) return event.preventDefault();
          form.submit(submit.run)(event);
        }}
      >
        <Field label={t('form.file')} helper={t('form.fileHelp')} error={fileProblem}>
          {(ids) => (
            <label className={styles.file}>
              <span>
                {picked && media_id !== ''
                  ? t('form.uploaded', { name: picked.name })
                  : t(picked ? 'form.replace' : 'form.choose')}
              </span>
              <input
                {...ids}
                type="file"
                accept={acceptedMedia}
                aria-label={t(picked ? 'form.replace' : 'form.choose')}
                onChange={(event) => {
                  const file = event.target.files?.[0];
                  // So that the same file can be picked again after a failure.
                  event.target.value = '';
                  if (file) void pick(file);
                }}
              />
            </label>
          )}
        </Field>
        {main.busy && (
          <ProgressBar label={t('form.uploading', { name: picked?.name ?? '' })} ratio={main.progress.toFixed(2)} />
        )}
        {kind === 'video' && poster_id !== '' && <Text>{t('form.frame')}</Text>}
        {(kind === 'audio' || (kind === 'video' && tried && noCover)) && (
          <ImagePicker
            label={t('form.cover')}
            upload={cover}
            error={tried && noCover && !cover.busy ? t('form.needCover') : undefined}
            onPick={cover.run}
            onRemove={() => {
              cover.drop();
              form.set('poster_id', '');
            }}
          />
        )}
        <TextInput label={t('form.title')} autoComplete="off" {...form.field('title')} />
        <TextArea label={t('form.description')} helper={t('form.descriptionHelp')} {...form.field('description')} />
        <AmountInput
          label={t('form.editions')}
          scale={0}
          helper={t('form.editionsNote')}
          value={form.values.editions}
          onChange={(editions) => form.set('editions', editions)}
          error={form.field('editions').error}
        />
        <AmountInput
          label={t('form.royalty')}
          scale={2}
          unit="%"
          helper={t('form.royaltyNote')}
          value={form.values.royalty}
          onChange={(royalty) => form.set('royalty', royalty)}
          error={share !== '' && cmp(share, String(ROYALTY_CAP_BP)) <= 0 ? null : t('form.royaltyNote')}
        />
        {properties.map(({ key, name, value }, index) => (
          <Stack gap={3} pairs key={key}>
            <TextInput
              label={t('form.property', { number: index + 1 })}
              value={name}
              maxLength={30}
              onChange={(next) => change(key, { name: next })}
            />
            <TextInput
              label={t('form.value', { number: index + 1 })}
              value={value}
              maxLength={30}
              onChange={(next) => change(key, { value: next })}
            />
          </Stack>
        ))}
        {properties.length < MOST_PROPERTIES && (
          <Button
            variant="ghost"
            size="s"
            onClick={() => setProperties([...properties, { key: properties.length, name: '', value: '' }])}
          >
            {t('form.addProperty')}
          </Button>
        )}
        <Button type="submit" size="l" block busy={submit.busy || main.busy}>
          {t('form.send')}
        </Button>
      </Stack>
    </Sheet>
  );
}
