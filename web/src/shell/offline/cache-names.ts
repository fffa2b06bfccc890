/** Where a browser keeps what opens without internet; the worker and the page write into the same places. */
export const WORKER = '/service-worker.js'
export const OFFLINE_PAGE = '/offline.html'
/** Code, words, fonts and styles: nobody's. */
export const ASSETS = 'lustra-assets'
/** Photos of profiles that were seen last: gone with the person who saw them. */
export const PICTURES = 'lustra-pictures'
/** What the page says to a worker that waits. */
export const TAKE_OVER = 'take over'
