export type Platform = 'ios' | 'android' | 'other'

/** Where the app would be installed, by how the browser names itself; an iPad calls itself a Mac, but is touched. */
export function platformOf(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'other'
}
