/**
 * Options of a query whose data leaves the memory with its screen, because the next user of the device may be somebody
 * else. The server empties its cache after each page, so there the data stays until the page is rendered.
 */
export const FORGET_AFTER_SCREEN = { gcTime: typeof window === 'undefined' ? Infinity : 0 } as const
