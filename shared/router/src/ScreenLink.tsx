import { type AnchorHTMLAttributes, type MouseEvent, use } from 'react';
import { useInRouterContext, useNavigate } from 'react-router-dom';
import { NavigationContext, type OpenOptions } from './navigation.ts';
import type { ScreenUrl } from './screens.ts';

export type ScreenLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  OpenOptions & { readonly to: ScreenUrl };

/** Whether the browser itself should follow: a new tab, a download. */
export const isForBrowser = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey ||
  (event.currentTarget.target !== '' && event.currentTarget.target !== '_self');

type AnchorProps = ScreenLinkProps & { readonly open?: (url: ScreenUrl, options: OpenOptions) => void };

function Anchor({ to, replace, onClick, open, children, ...rest }: AnchorProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!open || isForBrowser(event)) return;
    event.preventDefault();
    open(to, { replace });
  };
  return (
    <a {...rest} href={`#${to}`} onClick={follow}>
      {children}
    </a>
  );
}

function RoutedAnchor(props: ScreenLinkProps) {
  const navigate = useNavigate();
  return <Anchor {...props} open={(url, { replace = false }) => void navigate(url, { replace })} />;
}

/** A link to a screen: `<ScreenLink to={screenUrl('/pages/fund/receive', { currency_id: 3 })}>`. */
export function ScreenLink(props: ScreenLinkProps) {
  const navigation = use(NavigationContext);
  const routed = useInRouterContext();
  if (navigation) return <Anchor {...props} open={navigation.open} />;
  return routed ? <RoutedAnchor {...props} /> : <Anchor {...props} />;
}
