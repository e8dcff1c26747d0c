import { type Answer, api, type Payload } from '@tessera/api';
import { checkPlainText } from '@tessera/api/rules';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, showToast } from '@tessera/ui';
import { ImagePicker, Select, TextInput } from '@tessera/ui/forms';
import styles from '../../form/Form.module.css';
import { useForm } from '../../form/use-form.ts';
import { REAL_STATE } from '../../verification/verification.ts';
import { lengthOf, pictureRequired } from './checks.ts';
import { useUploads } from './use-uploads.ts';

type IdType = Payload<'POST /user/real'>['id_type'];

const ID_TYPES = ['id_card', 'passport', 'driver_licence'] as const satisfies readonly IdType[];
const SIDES = ['front', 'reverse'] as const;

type Props = {
  readonly level: 1 | 2;
  /** The document of the request before. */
  readonly idType: Answer<'GET /real/state'>['id_type'];
};

export function RequestForm({ level, idType }: Props) {
  const t = useTexts('account');
  const open = useOpenScreen();
  const queries = useQueryClient();
  const uploads = useUploads();
  const picture = (
    values: { readonly [side in 'front_pic' | 'reverse_pic']: string },
    side: 'front_pic' | 'reverse_pic',
  ) => (level === 2 ? pictureRequired(values[side]) : null);

  const form = useForm(
    { id_type: idType ?? 'id_card', name: '', card_id: '', front_pic: '', reverse_pic: '' },
    {
      id_type: () => null,
      name: ({ name }) => checkPlainText(name.trim()) ?? lengthOf(name.trim(), { min: 2, max: 60 }),
      card_id: ({ card_id }) => checkPlainText(card_id.trim()) ?? lengthOf(card_id.trim(), { min: 4, max: 40 }),
      front_pic: (values) => picture(values, 'front_pic'),
      reverse_pic: (values) => picture(values, 'reverse_pic'),
    },
    async ({ id_type, name, card_id, front_pic, reverse_pic }) => {
      const real = await api('POST /user/real', {
        real_type: level,
        id_type: id_type as IdType,
        name: name.trim(),
        card_id: card_id.trim(),
        ...(level === 2 && { front_pic, reverse_pic }),
      });
      queries.setQueryData(REAL_STATE, real);
      bus.emit('session.refresh', undefined);
      showToast(t('real.submitted'), 'success');
      open(screenUrl('/pages/setting/real_mark'), { replace: true });
    },
  );
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <p className={styles.note}>{t(`settings.level${level}`)}</p>
      <Select
        label={t('real.document')}
        options={ID_TYPES.map((value) => ({ value, label: t(`real.${value}`) }))}
        value={form.values.id_type as IdType}
        onChange={form.field('id_type').onChange}
      />
      <TextInput label={t('real.name')} autoComplete="name" helper={t('real.nameHint')} {...form.field('name')} />
      <TextInput
        label={t('real.cardId')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('card_id')}
      />
      {level === 2 &&
        SIDES.map((side) => {
          const field = form.field(`${side}_pic`);
          return (
            // Pictures of a document are private: what shows is the picked file itself, never its address.
            <ImagePicker
              key={side}
              label={t(`real.${side}`)}
              picture={null}
              busy={uploads.busy(side)}
              error={field.error}
              onPick={(file) => {
                field.onChange('');
                void uploads.send(side, file, field.onChange);
              }}
              onRemove={() => {
                uploads.forget(side);
                field.onChange('');
              }}
            />
          );
        })}
      {level === 2 && <p className={styles.note}>{t('real.privacy')}</p>}
      <Button type="submit" size="l" block busy={form.busy} disabled={SIDES.some(uploads.busy)}>
        {t('real.submit')}
      </Button>
    </form>
  );
}
