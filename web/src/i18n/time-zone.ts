/** The IANA time zone of the browser, e.g. 'America/Chicago'. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
