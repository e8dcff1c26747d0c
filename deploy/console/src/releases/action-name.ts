/** Actions on a remote; each opens a dialog. */
export type ActionName = 'promote' | 'ramp' | 'preview' | 'rollback' | 'steps';
