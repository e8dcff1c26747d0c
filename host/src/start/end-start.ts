/** Removes what the page drew before its scripts ran, once there is a screen in its place. */
export const endStart = (): void => document.getElementById('start')?.remove();
