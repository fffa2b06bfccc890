import { TIME_ZONE_COOKIE } from '#contract/browser-names.ts'
import { browserTimeZone } from './time-zone.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Tells the server the time zone, for the next page. Under https the prefix keeps other hosts from setting it. */
export function storeTimeZone(): void {
  const [prefix, secure] =
    window.location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', '']
  document.cookie = `${prefix}${TIME_ZONE_COOKIE}=${browserTimeZone()}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
}
