/** A code as words: 'booking.no_show' is 'booking no show'. For codes that the product has no sentence for. */
export const words = (code: string) => code.replaceAll(/[._-]+/g, ' ')

/** The title of a case, which can end with a code. */
export const readable = (title: string) => title.replaceAll('_', ' ')
