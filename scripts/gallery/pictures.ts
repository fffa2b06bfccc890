import type { Language } from '#contract/product.ts'
import type { GalleryScreen } from './screen.ts'

export const WIDTHS = [390, 768, 1440] as const
export const SCHEMES = ['light', 'dark'] as const

/** The window's width in px, and the colour scheme. */
type Variant = { scheme: (typeof SCHEMES)[number]; width: (typeof WIDTHS)[number] }

export const VARIANTS: readonly Variant[] = SCHEMES.flatMap((scheme) =>
  WIDTHS.map((width) => ({ scheme, width })),
)

/** The name of a screen's picture file. */
export function pictureName(
  { name }: GalleryScreen,
  language: Language,
  { scheme, width }: Variant,
): string {
  return `${name.replaceAll(/\W+/g, '-')}.${language}.${scheme}.${width}.png`
}
