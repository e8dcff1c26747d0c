/** Two states of the shared types could not be compared; the message holds the reason. */
export class TypesNotCompared extends Error {
  readonly code = 'types_not_compared';

  constructor(message: string) {
    super(message);
    this.name = 'TypesNotCompared';
  }
}
