/** The run is not possible for reasons other than the remote; the message states why and what to do. */
export class CheckFailure extends Error {
  override name = 'CheckFailure';
}
