/** What a share picture says, in one language; every text is a short line, the title up to three. */
export type ShareCard = {
  title: string
  /** What it is about, and where. */
  about: string
  /** Of the reviews that count (decision 30); a sentence, or nothing, where there is none. */
  rating: { average: string; count: string } | string | undefined
  /** What was checked. */
  badge: string | undefined
  /** '$65.00' 'an hour'; `from` stands before it where others cost more. */
  from: string | undefined
  price: string
  unit: string
  /** Which room is drawn where there is no photo: any text. */
  room: string
}
