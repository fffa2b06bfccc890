/** 'booking.no_show' is 'booking no show': for a code that the product has no sentence for. */
export const readableCode = (code: string) => code.replaceAll(/[._-]+/g, ' ')

/** A text that can have a code in it, such as the title of a case. */
export const readableTitle = (title: string) => title.replaceAll('_', ' ')
