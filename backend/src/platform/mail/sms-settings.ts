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

/** All of them or none: with some, codes would wait in the outbox or be refused by the gateway without a word. */
export function smsSettings(environment: Environment): SmsSettings | undefined {
  const { SMS_URL, SMS_USERNAME, SMS_PASSWORD, SMS_FROM } = environment;
  const all = { SMS_URL, SMS_USERNAME, SMS_PASSWORD, SMS_FROM };
  const missing = Object.entries(all).flatMap(([name, value]) => (value ? [] : [name]));
  if (!SMS_URL || !SMS_USERNAME || !SMS_PASSWORD || !SMS_FROM) {
    if (missing.length === Object.keys(all).length) return undefined;
    throw new SettingError(`${Object.keys(all).join(', ')} are needed together; ${missing.join(', ')} missing`);
  }
  const address = url(environment, 'SMS_URL') ?? '';
  if (!/^https?:$/.test(new URL(address).protocol))
    throw new SettingError('SMS_URL is not of the form https://host/path');
  if (!/^(\+?\d{1,15}|[A-Za-z0-9 ]{1,11})$/.test(SMS_FROM))
    throw new SettingError('SMS_FROM is no number and not 1 to 11 letters');
  return { url: address, username: SMS_USERNAME, password: SMS_PASSWORD, from: SMS_FROM };
}
