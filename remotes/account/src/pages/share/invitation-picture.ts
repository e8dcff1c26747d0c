import { saveQrPicture } from '@tessera/ui/content';

type Texts = { readonly title: string; readonly scan: string; readonly code: string; readonly link: string };

/** Saves the invitation as a picture: the link to scan, and the code to type. */
export const saveInvitation = ({ title, scan, code, link }: Texts): Promise<void> =>
  saveQrPicture({ content: link, title, note: scan, text: code }, `invitation-${code}.png`);
