/** 'booking.no_show' is 'booking no show': for a code that the product has no sentence for. */
export const readableCode = (code: string) => code.replaceAll(/[._-]+/g, ' ')
