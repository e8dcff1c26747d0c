import { type Device, useDevices, useRevokeDevice, useRevokeOtherDevices } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { Badge, Button, Heading, List, ListRow, Loaded, SkeletonRows, showToast, useLocale } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';
import { isPhone } from '../../place/is-phone.ts';
import { placeName } from '../../place/place-name.ts';
import styles from './SecurityPage.module.css';

/** Where the account is signed in; the present device logs out in the settings, all others here. */
export function Devices({ now = Date.now }: { readonly now?: () => number }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const locale = useLocale();
  const [leaving, setLeaving] = useState<Device | null>(null);
  const sessions = useDevices();
  const { guard, sheet } = useConfirmation();
  const revoke = useRevokeDevice({
    onDone: () => showToast(t('security.ended'), 'success'),
  });
  const [leavingAll, setLeavingAll] = useState(false);
  const revokeOthers = useRevokeOtherDevices({
    onDone: () => showToast(t('security.endedOthers'), 'success'),
  });
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
                    <Button className={styles.end} size="s" variant="secondary" onClick={() => setLeaving(device)}>
                      {common('logout')}
                    </Button>
                  )
                }
              />
            ))}
          </List>
        )}
      </Loaded>
      {sessions.data?.list.some(({ current }) => !current) && (
        <Button className={styles.endOthers} variant="secondary" block onClick={() => setLeavingAll(true)}>
          {t('security.endOthers')}
        </Button>
      )}
      <Dialog
        open={leavingAll}
        title={t('security.endOthersTitle')}
        confirmLabel={common('logout')}
        tone="danger"
        busy={revokeOthers.busy}
        onConfirm={() => {
          setLeavingAll(false);
          guard(() => revokeOthers.run({}));
        }}
        onClose={() => setLeavingAll(false)}
      >
        {t('security.endOthersText')}
      </Dialog>
      <Dialog
        open={leaving !== null}
        title={t('security.endTitle')}
        confirmLabel={common('logout')}
        tone="danger"
        busy={revoke.busy}
        onConfirm={() => {
          setLeaving(null);
          if (leaving) guard(() => revoke.run({ id: leaving.id }));
        }}
        onClose={() => setLeaving(null)}
      >
        {leaving && t('security.endText', { device: nameOf(leaving) })}
      </Dialog>
      {sheet}
    </section>
  );
}
