/** What a build promises or expects could not be found out. */
export class ContractFailure extends Error {
  readonly code = 'contract_failure';

  constructor(message: string) {
    super(message);
    this.name = 'ContractFailure';
  }
}
