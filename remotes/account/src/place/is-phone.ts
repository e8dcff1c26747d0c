const ON_A_PHONE = /android|iphone|ipad|ios|mobile/i;

/** Whether a device is one for the hand, by its name. */
export const isPhone = (device: string): boolean => ON_A_PHONE.test(device);
