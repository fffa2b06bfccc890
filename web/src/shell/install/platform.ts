export type Platform = 'ios' | 'android' | 'other'

/** The platform by the user agent. An iPad calls itself a Macintosh, but it has a touch screen. rule: install-button */
export function platformOf(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'other'
}
