import { type MessagePreferences, usePrefer, usePreferences } from '@tessera/api/messages';
import { useTexts } from '@tessera/i18n';
import { Button, Heading, Loaded, Page, SkeletonRows, Stack, showToast, Text } from '@tessera/ui';
import { Switch } from '@tessera/ui/forms';
import { useEffect, useState } from 'react';
import { type DeviceState, deviceState, refreshDevice, turnOff, turnOn } from '../../notifications/device.ts';
import styles from './NotificationsPage.module.css';

type Row = MessagePreferences['list'][number];
type Channel = keyof Row['channels'];
const CHANNELS: readonly Channel[] = ['app', 'mail', 'push'];

/** Whether this device shows notifications, and the way to turn them on. */
function ThisDevice({ serverKey }: { readonly serverKey: string }) {
  const t = useTexts('community/notifications');
  const [state, setState] = useState<DeviceState | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    void deviceState().then((found) => {
      if (gone) return;
      setState(found);
      if (found === 'on') refreshDevice().catch((error) => console.warn('this device was not refreshed', error));
    });
    return () => {
      gone = true;
    };
  }, []);
  const change = (action: Promise<DeviceState>) => {
    setBusy(true);
    action
      .then(setState, (error) => {
        console.warn('notifications were not changed', error);
        showToast(t('failed'), 'error');
      })
      .finally(() => setBusy(false));
  };
  if (state === null) return <SkeletonRows count={1} />;
  return (
    <Stack gap={2} below={2} above={2}>
      <Text tone="strong" size={14} weight="medium" role="status">
        {t(`state.${state}`)}
      </Text>
      <Text>{t(`note.${state}`)}</Text>
      {state === 'off' && (
        <Button block busy={busy} onClick={() => change(turnOn(serverKey))}>
          {t('turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Button block variant="secondary" busy={busy} onClick={() => change(turnOff())}>
          {t('turnOff')}
        </Button>
      )}
    </Stack>
  );
}

type TopicProps = { readonly row: Row; readonly onChange: (channel: Channel, on: boolean) => void };

function Topic({ row: { topic, channels }, onChange }: TopicProps) {
  const t = useTexts('community/notifications');
  const noteOf = (channel: Channel) => {
    if (channels[channel]?.locked) return t(topic === 'support' ? 'alwaysHere' : 'always');
    return topic === 'announcements' && channel === 'app' ? t('popUp') : undefined;
  };
  return (
    <section aria-label={t(`topic.${topic}`)}>
      <Heading tone="weak" size={12} weight="medium" below={2}>
        {t(`topic.${topic}`)}
      </Heading>
      <div className={styles.card}>
        {CHANNELS.map((channel) => {
          const preference = channels[channel];
          if (preference === null) return null;
          return (
            <Switch
              key={channel}
              label={t(`channel.${channel}`)}
              note={noteOf(channel)}
              checked={preference.on}
              disabled={preference.locked}
              onChange={(on) => onChange(channel, on)}
            />
          );
        })}
      </div>
    </section>
  );
}

/** What the user is told of, and where. */
export default function NotificationsPage() {
  const t = useTexts('community/notifications');
  const texts = useTexts('community');
  const query = usePreferences();
  const { run } = usePrefer();
  return (
    <Page title={texts('routes.mailMessage.settings')} back>
      <Loaded query={query}>
        {(data) => (
          <Stack gap={5}>
            <section aria-label={t('device')}>
              <Heading tone="weak" size={12} weight="medium" below={2}>
                {t('device')}
              </Heading>
              <div className={styles.card}>
                <ThisDevice serverKey={data.push.key} />
                <Switch
                  label={t('details')}
                  note={t('detailsNote')}
                  checked={data.details}
                  onChange={(details) => run({ details })}
                />
              </div>
            </section>
            {data.list.map((row) => (
              <Topic key={row.topic} row={row} onChange={(channel, on) => run({ topic: row.topic, channel, on })} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
