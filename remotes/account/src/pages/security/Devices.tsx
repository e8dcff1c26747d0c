import { type Device, useDevices, useRevokeDevice, useRevokeOtherDevices } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { Badge, Heading, List, ListRow, Loaded, SkeletonRows, useLocale } from '@tessera/ui';
import { AskedButton, useQuestion } from '@tessera/ui/forms';
import { Monitor, Smartphone } from 'lucide-react';
import { type Confirmation, useConfirmation } from '../../confirmation/use-confirmation.tsx';
import { isPhone } from '../../place/is-phone.ts';
import { placeName } from '../../place/place-name.ts';
import styles from './SecurityPage.module.css';

type EndProps = Pick<Confirmation, 'guard'> & { readonly id: string; readonly name: string };

/** Ends the session of another device. */
function EndDevice({ id, name, guard }: EndProps) {
  const t = useTexts('account');
  const common = useTexts('common');
  const question = useQuestion(t('security.ended'));
  const command = useRevokeDevice({ subject: id, ...question.outcomes });
  return (
    <AskedButton
      {...{ question, command }}
      label={common('logout')}
      button={{ className: styles.end, size: 's' }}
      title={t('security.endTitle')}
      confirmLabel={common('logout')}
      tone="danger"
      onConfirm={() => {
        question.close();
        guard(() => command.run({ id }));
      }}
    >
      {t('security.endText', { device: name })}
    </AskedButton>
  );
}

/** Ends the sessions of all other devices. */
function EndOthers({ guard }: Pick<Confirmation, 'guard'>) {
  const t = useTexts('account');
  const common = useTexts('common');
  const question = useQuestion(t('security.endedOthers'));
  const command = useRevokeOtherDevices(question.outcomes);
  return (
    <AskedButton
      {...{ question, command }}
      label={t('security.endOthers')}
      button={{ className: styles.endOthers, block: true }}
      title={t('security.endOthersTitle')}
      confirmLabel={common('logout')}
      tone="danger"
      onConfirm={() => {
        question.close();
        guard(() => command.run({}));
      }}
    >
      {t('security.endOthersText')}
    </AskedButton>
  );
}

/** Where the account is signed in; the present device logs out in the settings, all others here. */
export function Devices({ now = Date.now }: { readonly now?: () => number }) {
  const t = useTexts('account');
  const locale = useLocale();
  const sessions = useDevices();
  const { guard, sheet } = useConfirmation();
  const nameOf = ({ device }: Device) => device || t('security.unknownDevice');

  return (
    <section>
      <Heading size={14} below={2}>
        {t('security.devices')}
      </Heading>
      <p className={styles.note}>{t('security.devicesText')}</p>
      <Loaded query={sessions} compact waiting={<SkeletonRows count={2} />}>
        {(data) => (
          <List card label={t('security.devices')}>
            {data.list.map((device) => (
              <ListRow
                key={device.id}
                start={isPhone(device.device) ? <Smartphone /> : <Monitor />}
                title={nameOf(device)}
                subtitle={
                  <>
                    {[placeName(device.country, locale), device.address].filter(Boolean).join(' · ')}
                    <br />
                    {formatRelative(device.last_seen_at, now(), locale)}
                  </>
                }
                value={
                  device.current ? (
                    <Badge tone="accent">{t('security.thisDevice')}</Badge>
                  ) : (
                    <EndDevice id={device.id} name={nameOf(device)} guard={guard} />
                  )
                }
              />
            ))}
          </List>
        )}
      </Loaded>
      {sessions.data?.list.some(({ current }) => !current) && <EndOthers guard={guard} />}
      {sheet}
    </section>
  );
}
