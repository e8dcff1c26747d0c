/// <reference path="./declared-screens.d.ts" />

/**
 * The part of react-router-dom that screens use, and typed links between screens. The page shares this one module
 * instead of the whole package, which is half the size on the wire; other exports are not available to remotes.
 */

export type { Location, NavigateFunction } from 'react-router-dom';
export { HashRouter, Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
export {
  type Navigation,
  NavigationContext,
  type OpenOptions,
  useGoBack,
  useHere,
  useOpenScreen,
} from './navigation.ts';
export { isForBrowser, ScreenLink, type ScreenLinkProps } from './ScreenLink.tsx';
export {
  asScreenUrl,
  type ReceivedParams,
  type ScreenParams,
  type ScreenPath,
  type Screens,
  type ScreenUrl,
  screenUrl,
} from './screens.ts';
export { useCover } from './use-cover.ts';
export { useScreenParams } from './use-screen-params.ts';
