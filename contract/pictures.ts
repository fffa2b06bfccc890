/** The smaller sizes kept of every picture, by their width in pixels (decision 36); the largest has no width in its name. No imports: the browser's first view reads this file. */
export const PICTURE_WIDTHS_PX = [240, 640] as const

/** The names that pictures have: random, and of one kind only. */
export const PICTURE_FILE = /^[0-9a-f]{32}(-(240|640))?\.webp$/

/** Pictures for some eyes only: what shows public ones never shows these. */
export const PRIVATE_PICTURE_FILE = /^private-[0-9a-f]{32}(-(240|640))?\.webp$/

/** The file of a smaller size of `file` ('{hex}.webp' to '{hex}-640.webp'). */
export function pictureFile(file: string, widthPx: (typeof PICTURE_WIDTHS_PX)[number]): string {
  return file.replace(/\.webp$/, `-${widthPx}.webp`)
}
