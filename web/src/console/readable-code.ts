/** 'booking.no_show' is 'booking no show': for a code that the product has no sentence for. */
export const readableCode = (code: string) => code.replaceAll(/[._-]+/g, ' ')

/** Values of a translation whose key ends with a code of the server: without a sentence, the code is shown. */
export const orCode = (code: string) => ({ defaultValue: readableCode(code) })
