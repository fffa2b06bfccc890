/** How the web app repeats what failed to load, and how long it confirms a copy. */

export const IMAGE_RETRIES_MAX = 3
export const IMAGE_RETRY_DELAY_MS = 1000
export const COPY_CONFIRMATION_MS = 2000
/** Each retry waits twice as long as the one before. */
export const TRANSLATION_RETRIES_MAX = 5
export const TRANSLATION_RETRY_MS = 350
