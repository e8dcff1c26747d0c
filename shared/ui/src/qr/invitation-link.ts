import { screenUrl } from '@tessera/router';

/** The registration page with the code filled in. `page` is the address of the app as it is open here. */
export function invitationLink(code: string, page: string): string {
  const link = new URL(page);
  link.search = '';
  link.hash = screenUrl('/pages/common/register', { code });
  return link.href;
}
