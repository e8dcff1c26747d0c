import { matchesMedia } from '@tessera/device';

/** Whether the user asked the device for less motion. */
export const isMotionReduced = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)');

/** How to scroll to where the user asked to go. */
export const scrollBehaviour = (): ScrollBehavior => (isMotionReduced() ? 'auto' : 'smooth');
