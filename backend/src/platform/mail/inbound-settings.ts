import { type Environment, items, SettingError } from '../setting-values.ts';

/** Mail that comes in for customer service, as the operator's mail server hands it on. */
export type InboundMailSettings = {
  /** Local part and host of the mailbox; replies come to `<local>+<token>@<host>`. */
  readonly local: string;
  readonly host: string;
  /** Authenticate the mail server and sign reply addresses; the first is in use, the others were. */
  readonly secrets: readonly string[];
};

const ADDRESS = /^([a-z0-9._-]{1,30})@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/;
const SHORTEST_SECRET = 32;

/** Both or none. */
export function inboundMailSettings(environment: Environment): InboundMailSettings | undefined {
  const address = environment.INBOUND_MAIL_ADDRESS;
  const secrets = items(environment, 'INBOUND_MAIL_SECRETS');
  if (!address && secrets.length === 0) return undefined;
  if (!address || secrets.length === 0)
    throw new SettingError('INBOUND_MAIL_ADDRESS and INBOUND_MAIL_SECRETS are needed together');
  const [, local, host] = ADDRESS.exec(address.toLowerCase()) ?? [];
  if (local === undefined || host === undefined)
    throw new SettingError('INBOUND_MAIL_ADDRESS is not of the form support@mail.example');
  if (secrets.some((secret) => secret.length < SHORTEST_SECRET))
    throw new SettingError(`INBOUND_MAIL_SECRETS: a secret is shorter than ${SHORTEST_SECRET} characters`);
  return { local, host, secrets };
}
