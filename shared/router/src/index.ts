/**
 * The part of react-router-dom that screens use. The page shares this one module instead of the
 * whole package, which is half the size on the wire; what is not here is not available to remotes.
 */

export type { LinkProps, Location, NavigateFunction, NavLinkProps } from 'react-router-dom';
export {
  HashRouter,
  Link,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
