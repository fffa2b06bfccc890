/**
 * The smaller sizes of every picture, in pixels of width; the largest size has no width in its name.
 * rule: picture-sizes
 */
// No imports: the browser's first view reads this file.
export const PICTURE_WIDTHS_PX = [240, 640] as const

/** The name of a public picture. rule: picture-names */
export const PICTURE_FILE = /^[0-9a-f]{32}(-(240|640))?\.webp$/

/** The name of a private picture, such as a photo in a message. Public addresses never serve it. */
export const PRIVATE_PICTURE_FILE = /^private-[0-9a-f]{32}(-(240|640))?\.webp$/

/** The file of a smaller size of `file` ('{hex}.webp' to '{hex}-640.webp'). */
export function pictureFile(file: string, widthPx: (typeof PICTURE_WIDTHS_PX)[number]): string {
  return file.replace(/\.webp$/, `-${widthPx}.webp`)
}
