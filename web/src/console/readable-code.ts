/** A code as words: 'booking.no_show' is 'booking no show'. For codes that the product has no sentence for. */
export const words = (code: string) => code.replaceAll(/[._-]+/g, ' ')

/** A text that can have a code in it, such as the title of a case. */
export const readable = (title: string) => title.replaceAll('_', ' ')
