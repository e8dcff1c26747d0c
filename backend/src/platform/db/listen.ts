import pg from 'pg';

/** ms between tries to connect again. */
const RECONNECT_AFTER = 1_000;

/** LISTEN on a dedicated connection, connected again whenever it is lost. Rejects where the first connection fails. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  onNotification: (payload: string) => void,
  onLost: (error: Error) => void,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opened = new pg.Client({ application_name: 'tessera listener', ...config, keepAlive: true });
    client = opened;
    opened.on('notification', ({ payload }) => onNotification(payload ?? ''));
    opened.on('error', (error) => {
      if (!stopped) onLost(error);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    opened.once('end', reconnect);
  }

  function reconnect(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      open().catch((error: Error) => {
        onLost(error);
        reconnect();
      });
    }, RECONNECT_AFTER);
  }

  await open();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client.end().catch(() => undefined);
  };
}
