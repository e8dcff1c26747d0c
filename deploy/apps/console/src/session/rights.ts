const MOVERS = ['operator', 'admin'];

/** Who may move releases. It only spares a person a refusal: the registry asks the backend at every move. */
export const mayMove = (role: string): boolean => MOVERS.includes(role);
