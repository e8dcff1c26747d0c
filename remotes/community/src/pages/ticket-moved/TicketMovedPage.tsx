import { screenUrl, useOpenScreen } from '@tessera/router';
import { useEffect } from 'react';

/** The former address of the ticket by mail: leads on to it. */
export default function TicketMovedPage() {
  const open = useOpenScreen();
  useEffect(() => open(screenUrl('/pages/kf/mail'), { replace: true }), [open]);
  return null;
}
