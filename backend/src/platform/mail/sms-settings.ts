import { type Environment, SettingError, url } from '../setting-values.ts';

/** An account of an SMS gateway that has Kannel's `sendsms` interface. */
export type SmsSettings = {
  /** `http://host:port/cgi-bin/sendsms` */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** What stands as the sender: a number, or up to 11 letters. */
  readonly from: string;
};

const NAMES = ['SMS_URL', 'SMS_USERNAME', 'SMS_PASSWORD', 'SMS_FROM'] as const;

/** All of them or none: with some, codes would wait in the outbox or be refused by the gateway, and nobody would know. */
export function smsSettings(environment: Environment): SmsSettings | undefined {
  const missing = NAMES.filter((name) => !environment[name]);
  if (missing.length === NAMES.length) return undefined;
  if (missing.length > 0)
    throw new SettingError(`${NAMES.join(', ')} are needed together; ${missing.join(', ')} missing`);
  const address = url(environment, 'SMS_URL') ?? '';
  if (!/^https?:$/.test(new URL(address).protocol))
    throw new SettingError('SMS_URL is not of the form https://host/path');
  const [, username = '', password = '', from = ''] = NAMES.map((name) => environment[name]);
  if (!/^(\+?\d{1,15}|[A-Za-z0-9 ]{1,11})$/.test(from))
    throw new SettingError('SMS_FROM is no number and not 1 to 11 letters');
  return { url: address, username, password, from };
}
