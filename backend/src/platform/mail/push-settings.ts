import { type Environment, items, SettingError } from '../setting-values.ts';

export type PushSettings = {
  /** 32 bytes of P-256 that sign notifications; absent, a key is made in the data folder. Several nodes need the same. */
  readonly key: Buffer | undefined;
  /** `https://host` of push services besides those of the known browsers. */
  readonly services: readonly string[];
};

export function pushSettings(environment: Environment): PushSettings {
  const text = environment.PUSH_KEY;
  if (text && !/^[0-9a-f]{64}$/i.test(text)) throw new SettingError('PUSH_KEY is not 64 hexadecimal digits');
  const services = items(environment, 'PUSH_SERVICES');
  const wrong = services.find((item) => !URL.canParse(item) || new URL(item).origin !== item || !/^https:/.test(item));
  if (wrong !== undefined) throw new SettingError(`PUSH_SERVICES: ${wrong} is not of the form https://host`);
  return { key: text ? Buffer.from(text, 'hex') : undefined, services };
}
