/** What may be uploaded. The server goes by content, not by the type that the client states. */
export const uploadRules = {
  maxBytes: 10 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;
