/**
 * Shared modules that remotes carry no copy of and that the host itself may not need. The build provides what it
 * meets in the host, so they are named here; each is fetched when a screen first asks for it.
 *
 * @public The build reads the imports; no code uses the list.
 */
export const PROVIDED_LATER: ReadonlyArray<() => Promise<unknown>> = [
  () => import('jotai'),
  () => import('@tessera/api/rules'),
  () => import('@tessera/storage/atom'),
  () => import('@tessera/ui/approval'),
  () => import('@tessera/ui/carousel'),
  () => import('@tessera/ui/codes'),
  () => import('@tessera/ui/content'),
  () => import('@tessera/ui/curve'),
  () => import('@tessera/ui/first-steps'),
  () => import('@tessera/ui/forms'),
  () => import('@tessera/ui/map'),
  () => import('@tessera/ui/pictures'),
  () => import('@tessera/ui/places'),
  () => import('@tessera/ui/purchase'),
  () => import('@tessera/ui/result'),
  () => import('@tessera/ui/sortable'),
];
