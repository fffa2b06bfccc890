// This file imports nothing, because screens load it without the schemas of the calls.

/**
 * Words beside which a number is probably one that opens a home, in English, Portuguese and Spanish, without accents.
 */
const OPENS =
  /\b(code|codes|codigo|codigos|pin|passcode|password|senha|contrasena|clave|combination|keypad|lockbox|lock box|gate|door|garage|alarm|alarme|alarma|portao|porta|portaria|fechadura|cofre|porton|puerta|garaje|garagem|cerradura|caja fuerte|key box)\b/g
/** A number of 3 to 8 digits that is no price, time, date, phone number or measure. */
const NUMBER =
  /(?<![\d$.,:/+-])[#*]{0,2}\d{3,8}[#*]{0,2}(?![\d#*]|[.,:/-]\d|\s?(sq|ft|feet|square|m2|min|am|pm|usd|dollars|miles|%))/g
/** Numbers with these words before them open nothing. */
const OTHER =
  /\b(zip|zip code|postal|postal code|area code|cep|codigo postal|promo code|apt|apartment|unit|suite)\W{1,3}((is|e|es)\W)?$/
/** How many characters may be between the word and the number. */
const DISTANCE_MAX = 30

/** Guesses whether a text has a code of a door, a gate or an alarm. It only draws a hint. rule: code-hint */
export function hasLikelyCode(text: string): boolean {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = [...plain.matchAll(OPENS)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }))
  return [...plain.matchAll(NUMBER)].some(({ 0: number, index }) => {
    if (OTHER.test(plain.slice(0, index))) return false
    const end = index + number.length
    return words.some(({ from, to }) => {
      const gap = from >= end ? plain.slice(end, from) : plain.slice(to, index)
      return gap.length <= DISTANCE_MAX && !/[.!?\n]/.test(gap)
    })
  })
}
