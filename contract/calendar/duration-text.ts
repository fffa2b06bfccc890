/** '2 h 45 min', the same in all languages. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])]
  return parts.join(' ') || '0 min'
}

/**
 * The time of labour before '× $42.00': '2.5 h', and '1 h 55 min' where the hours have no exact decimals, because what
 * is printed multiplies to the amount. rule: price-lines
 */
export function labourText(minutes: number, number: (value: number) => string): string {
  return minutes % 15 === 0 ? `${number(minutes / 60)} h` : durationText(minutes)
}
