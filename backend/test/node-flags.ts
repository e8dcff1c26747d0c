/** Flags of Node with which production runs the backend (docs/production.md): tests and benches run it likewise. */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=64'];
