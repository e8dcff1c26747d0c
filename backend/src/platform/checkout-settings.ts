import { type Environment, items, SettingError, url } from './setting-values.ts';

/** An account of a provider of hosted checkouts. */
export type CheckoutSettings = {
  /** Origin of its API: `https://api.example.com`. No other origin is called. */
  readonly origin: string;
  /** Authenticates this backend to the API. */
  readonly secret: string;
  /** Sign the webhook; the first is in use, the others were or will be. */
  readonly webhookSecrets: readonly string[];
  /** Origins of the pages on which users pay. */
  readonly pages: readonly string[];
  /** Origin of the pages of this platform, to which users return. */
  readonly returnTo: string;
};

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function originIn(text: string, name: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const secure = address && (address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address)));
  if (!secure || address.origin !== text) throw new SettingError(`${name}: ${text} is not of the form https://host`);
  return address.origin;
}

/** All of them or none: with some, users would pay and nothing would come. */
export function checkoutSettings(
  environment: Environment,
  publicOrigins: readonly string[],
): CheckoutSettings | undefined {
  const { CHECKOUT_URL, CHECKOUT_SECRET, CHECKOUT_WEBHOOK_SECRETS, CHECKOUT_PAGES } = environment;
  const all = { CHECKOUT_URL, CHECKOUT_SECRET, CHECKOUT_WEBHOOK_SECRETS, CHECKOUT_PAGES };
  const missing = Object.entries(all).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === Object.keys(all).length) return undefined;
  if (missing.length > 0) {
    throw new SettingError(`${Object.keys(all).join(', ')} are needed together; ${missing.join(', ')} missing`);
  }
  const [returnTo] = publicOrigins;
  if (returnTo === undefined) throw new SettingError('CHECKOUT_URL needs PUBLIC_ORIGIN as well');
  const webhookSecrets = items(environment, 'CHECKOUT_WEBHOOK_SECRETS');
  if (webhookSecrets.some((secret) => secret.length < 16))
    throw new SettingError('CHECKOUT_WEBHOOK_SECRETS: a secret is shorter than 16 characters');
  return {
    origin: originIn(url(environment, 'CHECKOUT_URL') ?? '', 'CHECKOUT_URL'),
    secret: CHECKOUT_SECRET ?? '',
    webhookSecrets,
    pages: items(environment, 'CHECKOUT_PAGES').map((page) => originIn(page, 'CHECKOUT_PAGES')),
    returnTo,
  };
}
