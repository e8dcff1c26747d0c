import { z } from 'zod';
import { byKey, defineCall } from './call.ts';
import { noPayload } from './fields.ts';

export const uploadCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/upload',
    access: 'user',
    /** One multipart part named `file`; see `uploadRules` for what it may be. */
    payload: noPayload,
    encoding: 'multipart',
    /** The location, as other payloads take it. */
    answer: z.string(),
    built: true,
    errors: ['upload_missing', 'upload_too_large', 'upload_not_an_image'],
    summary: 'Upload one picture: sniffed by content, re-encoded, metadata stripped',
  }),
);
