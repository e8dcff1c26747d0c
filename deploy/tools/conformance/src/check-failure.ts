/** The run could not be made, through no fault of the remote; the message says why and what to do. */
export class CheckFailure extends Error {
  override name = 'CheckFailure';
}
