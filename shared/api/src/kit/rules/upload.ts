/** What may be uploaded. The server detects the type by content, not by the client's header. */
export const uploadRules = {
  maxBytes: 10 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;
