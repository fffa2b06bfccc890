/** The most pixels of a photo that the server takes. A browser makes a larger one smaller first. rule: photos */
export const PHOTO_PIXELS_MAX = 25_000_000
