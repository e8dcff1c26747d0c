/** A remote cannot be run from its sources; the message names what is wrong and what to do. */
export class DevelopmentFailure extends Error {
  override name = 'DevelopmentFailure';
  readonly code: 'grant_missing' | 'grant_rejected' | 'platform_unreachable' | 'port_unusable' | 'server_not_ready';

  constructor(code: DevelopmentFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}
