import { ScreenLink, type ScreenUrl } from '@tessera/router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'buy' | 'sell';

type Look = {
  readonly variant?: ButtonVariant | undefined;
  /** 32, 44 or 48 px high; the small one still takes touches on 44. */
  readonly size?: 's' | 'm' | 'l' | undefined;
  /** Takes the whole width. */
  readonly block?: boolean | undefined;
  /** Keeps the width, shows progress, and ignores presses. */
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
};

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

export type ButtonProps = Look &
  (
    | ({ readonly to?: undefined; readonly href?: undefined } & ButtonHTMLAttributes<HTMLButtonElement>)
    /** Leads to a screen. */
    | ({ readonly to: ScreenUrl; readonly href?: undefined; readonly disabled?: undefined } & Anchor)
    /** Leads out of the app. */
    | ({ readonly to?: undefined; readonly href: string; readonly disabled?: undefined } & Anchor)
  );

export function Button({
  variant = 'primary',
  size = 'm',
  block = false,
  busy = false,
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = {
    className: classes(styles.button, className),
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
  const content = (
    <>
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {busy && <span className={styles.spinner} />}
    </>
  );
  if (rest.to !== undefined) {
    const { href: _none, ...link } = rest;
    return (
      <ScreenLink {...link} {...look}>
        {content}
      </ScreenLink>
    );
  }
  if (rest.href !== undefined) {
    return (
      <a {...rest} {...look}>
        {content}
      </a>
    );
  }
  const { onClick, type = 'button', to: _screen, ...attributes } = rest;
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    // Not `disabled` while busy: the focus would be lost.
    <button
      {...attributes}
      {...look}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {content}
    </button>
  );
}
