/** A date of this century in an address, '2026-12-01'; undefined for any other text. */
export function validDate(text: string | null): string | undefined {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(+date) && date.toISOString().startsWith(text) ? text : undefined
}
