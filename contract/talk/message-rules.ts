/** Limits and times of messages. */

/** The highest number that a badge of unread messages shows; above it the badge has a plus. */
export const UNREAD_SHOWN_MAX = 99
export const UNREAD_POLL_MS = 30_000
export const MESSAGE_LENGTH_MAX = 5000
export const REPORT_REASON_LENGTH_MAX = 1000
/** Messages in one page of a thread. */
export const THREAD_PAGE = 50
export const THREAD_REFRESH_MS = 30_000
export const CONTACT_HIGHLIGHT_MS = 10_000
