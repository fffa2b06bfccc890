/**
 * Today's date in the time zone of this device, 'YYYY-MM-DD'. The server checks again in the time zone of the address.
 */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
