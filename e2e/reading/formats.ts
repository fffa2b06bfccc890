// Dates, amounts and durations as readers of English should see them, made without the product's own formats.

type At = Date | string

const format = (at: At, zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options }).format(new Date(at))

/** 'Sun, Nov 29, 9:00 AM' */
export const short = (at: At, zone: string): string =>
  format(at, zone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
/** '9:00 AM' */
export const time = (at: At, zone: string): string =>
  format(at, zone, { hour: 'numeric', minute: '2-digit' })
/** 'Nov 29, 2026' */
export const date = (at: At, zone: string): string =>
  format(at, zone, { month: 'short', day: 'numeric', year: 'numeric' })
/** 'Sunday, November 29, 2026' of '2026-11-29' */
export const longDay = (day: string): string =>
  format(day, 'UTC', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** 'Sun, Nov 29' of '2026-11-29' */
export const shortDay = (day: string): string =>
  format(day, 'UTC', { weekday: 'short', month: 'short', day: 'numeric' })
/** 'November 2026' of '2026-11-29' */
export const month = (day: string): string => format(day, 'UTC', { month: 'long', year: 'numeric' })
/** '2026-11-29', the day on the clocks of a zone. */
export const dayIn = (at: At, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at))

/** When a message was sent: '9:00 AM' of today, 'Fri 9:00 AM' of yesterday within 24 hours, 'Nov 26', 'Jan 3, 2025'. */
export const sentAt = (at: Date, zone: string): string => {
  const now = new Date()
  const weekday = (one: Date) => format(one, zone, { weekday: 'short' })
  if (+now - +at < 86_400_000) {
    const day = weekday(at) === weekday(now) ? '' : `${weekday(at)} `
    return day + time(at, zone)
  }
  const isThisYear = dayIn(at, zone).slice(0, 4) === dayIn(now, zone).slice(0, 4)
  return isThisYear ? format(at, zone, { month: 'short', day: 'numeric' }) : date(at, zone)
}

/** '$1,234.00' of 123400 */
export const dollars = (cents: number): string => {
  const text = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${cents < 0 ? '-' : ''}$${text}`
}
/** '2 hours', '1 hour' */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
/** '2 h 45 min' of 165 */
export const duration = (minutes: number): string =>
  [
    minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '',
    minutes % 60 > 0 ? `${minutes % 60} min` : '',
  ]
    .filter(Boolean)
    .join(' ')

export const SERVICES: Record<string, string> = {
  standard: 'Standard Cleaning',
  deep: 'Deep Cleaning',
  move_in_out: 'Move In/Out Cleaning',
  post_construction: 'Post-Construction Cleaning',
  office: 'Office Cleaning',
}

/** '2 hours ago'; under a minute 'now'. */
export const agoText = (at: Date): string => {
  const minutes = Math.floor((Date.now() - +at) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${count(minutes, 'minute')} ago`
  return `${count(Math.floor(minutes / 60), 'hour')} ago`
}
