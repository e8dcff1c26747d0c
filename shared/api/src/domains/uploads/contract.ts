import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { noInput } from '../../kit/fields.ts';
import { uploadsRoutes } from './routes.ts';

export const uploadsContract = defineContract(uploadsRoutes, {
  'POST /upload': {
    weight: 20,
    /** One multipart part named `file`; see `uploadRules` for the accepted files. */
    input: noInput,
    encoding: 'multipart',
    /** The location, as other inputs take it. */
    output: z.string(),
    errors: [
      'upload_missing',
      'upload_too_large',
      'upload_not_an_image',
      'upload_too_many_pixels',
      'upload_damaged',
      'upload_too_slow',
      'upload_quota',
    ],
    summary: 'Upload one picture: sniffed by content, re-encoded, metadata stripped',
  },
});
export type UploadsContract = typeof uploadsContract;
