/** For a query whose data leaves the memory with its screen: the next user of the device may be somebody else. */
export const FORGET_AFTER_SCREEN = { gcTime: 0 } as const
