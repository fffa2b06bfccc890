/**
 * The texts of a share picture in one language. The title has up to three lines, every other text one.
 * rule: sharing
 */
export type ShareCard = {
  title: string
  /** The subject and the place. */
  about: string
  /** The rating of reviews that count. Without any: a sentence, or nothing. */
  rating: { average: string; count: string } | string | undefined
  badge: string | undefined
  /** '$65.00' 'an hour'. `from` is shown before it if other professionals cost more. */
  from: string | undefined
  price: string
  unit: string
  /** Any text; it chooses the room that is drawn without a photo. */
  room: string
}
