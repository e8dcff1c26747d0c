/** Whether the user asked the device for less motion. */
export const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How to scroll to where the user asked to go. */
export const scrollBehaviour = (): ScrollBehavior => (isMotionReduced() ? 'auto' : 'smooth');
