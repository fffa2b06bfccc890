/** Names that the service worker and the page share. Renaming a cache loses what browsers have stored. */
export const WORKER_ADDRESS = '/service-worker.js'
export const OFFLINE_PAGE_ADDRESS = '/offline.html'
/** Code, translations, fonts and styles: the same for all users. */
export const ASSETS_CACHE = 'lustra-assets'
/** Photos of the profiles that the user has opened. Deleted with the user's data. */
export const PICTURES_CACHE = 'lustra-photos'
/** The cache in which earlier versions stored photos, also private ones. */
export const EARLIER_PICTURES_CACHE = 'lustra-pictures'
/** The message that makes a waiting worker take over. */
export const ACTIVATE_MESSAGE = 'take over'
