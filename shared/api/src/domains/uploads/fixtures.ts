import type { Output } from '../../kit/contract.ts';
import type { UploadsContract } from './contract.ts';

export const uploadsFixtures = {
  'POST /upload': '/api/uploads/picture-of-the-demo-user.webp',
} satisfies { readonly [K in keyof UploadsContract]: Output<UploadsContract[K]> };
