import type { StaffMachineCall, StaffMachineInput, StaffMachineOutput } from '@tessera/api/staff';
import { shortReply } from './short-reply.ts';
import { UsageError } from './usage.ts';

/** A platform refuses a call. */
export class PlatformRefusal extends UsageError {
  /** Its code, such as `session_invalid`. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Posted = Extract<StaffMachineCall, `POST ${string}`>;

/** Makes a call about machines that takes no session. Rejects with PlatformRefusal, or UsageError for no platform. */
export async function platformReply<K extends Posted>(
  ask: typeof fetch,
  platform: string,
  callId: K,
  input: StaffMachineInput<K>,
): Promise<StaffMachineOutput<K>> {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const { body } = await shortReply(ask, `${platform}/api${callId.slice('POST '.length)}`, platform, {
    method: 'POST',
    body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])),
  });
  if (body.type === 'ok') return body.message as StaffMachineOutput<K>;
  throw new PlatformRefusal(String(body.error), `${platform} refuses: ${String(body.message)}`);
}
