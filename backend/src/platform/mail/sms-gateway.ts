import { PermanentFailure } from '../jobs/queued-job.ts';
import type { SmsSettings } from './sms-settings.ts';

/** A gateway that takes short messages; `to` in digits with the country code. */
export type SmsGateway = {
  /** Resolves once the gateway has accepted the message; rejects with `PermanentFailure` where it never will. */
  send(to: string, body: string): Promise<void>;
};

/** ms that the gateway may take to respond. */
const GATEWAY_WAITS = 20_000;

/** About the message: another attempt fails in the same way. Log-in, load and faults are for the operator to mend. */
const REFUSALS: readonly number[] = [400, 406, 410, 413, 414, 422];

/** What the alphabet of GSM 03.38 has in 7 bits, without its extension table; anything else is sent as UCS-2. */
const GSM = /^[\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

/**
 * A gateway with Kannel's `sendsms` interface (Kannel User Guide, "Using the SMS HTTP interface"). Status 202, or any
 * other of success, accepts; a status about the message refuses it for good. Everything else, a lost connection
 * included, leaves the outcome unknown and is attempted again: a code that comes twice does no harm.
 */
export function smsGateway({ url, username, password, from }: SmsSettings): SmsGateway {
  return {
    async send(to, text) {
      // One space of another width would make every character of a French amount two bytes.
      const body = text.replace(/[\u00a0\u202f]/g, ' ');
      const address = new URL(url);
      const fields = {
        username,
        password,
        from,
        to: `+${to}`,
        text: body,
        charset: 'UTF-8',
        coding: GSM.test(body) ? '0' : '2',
      };
      for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
      const status = await ask(address);
      if (status >= 200 && status < 300) return;
      // Without its text, which may name the recipient: errors are logged.
      const refused = `the SMS gateway refuses the message (${status})`;
      throw REFUSALS.includes(status) ? new PermanentFailure(refused) : new Error(refused);
    },
  };
}

async function ask(address: URL): Promise<number> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(GATEWAY_WAITS) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    // The cause names the address, and with it the password and the recipient.
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'did not respond in time' : 'could not be reached';
    throw new Error(`the SMS gateway ${reason}`);
  }
}
