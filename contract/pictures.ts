/**
 * The widths in pixels of the two smaller files of each picture. Their file names contain the width; the name of the
 * largest file does not. rule: photos
 */
// This file imports nothing, because the browser loads it for the first view.
export const PICTURE_WIDTHS_PX = [240, 640] as const

/** The file name of a public picture. rule: photos */
export const PICTURE_FILE = /^[0-9a-f]{32}(-(240|640))?\.webp$/

/** The first digits in the file name of each drawing of the demo world. rule: demo-world */
export const DRAWING_MARK = 'd4a316d4a316'

/** Whether the picture at this address is a drawing of the demo world, which screens say. rule: demo-world */
export const isDrawing = (address: string): boolean => address.includes(DRAWING_MARK)

/** The file name of a private picture, such as a photo in a message. The public calls never serve it. */
export const PRIVATE_PICTURE_FILE = /^private-[0-9a-f]{32}(-(240|640))?\.webp$/

/** The address of the photos of homes. */
export const PRIVATE_PHOTOS_PATH = '/api/private-photos/'
/** The file name of a public copy of a photo of a visit. Only the call for it serves it. rule: photo-pairs */
export const PAIR_PICTURE_FILE = /^pair-[0-9a-f]{32}(-(240|640))?\.webp$/

/** The file name of a photo of a review. Only the call for it serves it. rule: review-fields */
export const REVIEW_PICTURE_FILE = /^review-[0-9a-f]{32}(-(240|640))?\.webp$/
/** The address of the photos of reviews. */
export const REVIEW_PHOTOS_PATH = '/api/review-photos/'

/** The file name of a smaller size of the picture `file`: '{hex}-640.webp' for '{hex}.webp'. */
export function pictureFile(file: string, widthPx: (typeof PICTURE_WIDTHS_PX)[number]): string {
  return file.replace(/\.webp$/, `-${widthPx}.webp`)
}
