/** The time zone of the browser for which the server renders at this moment. */
let zoneOfPage: string | undefined
/** Asked once for all times of a render, because the answer takes a phone 2 ms. Forgotten at the end of the task. */
let zoneOfTask: string | undefined

/** The IANA time zone of the browser, e.g. 'America/Chicago'; on the server that of the rendered page. */
export function browserTimeZone(): string {
  return zoneOfPage ?? (zoneOfTask ??= askTimeZone())
}

function askTimeZone(): string {
  queueMicrotask(() => {
    zoneOfTask = undefined
  })
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Renders for a browser in this time zone. `render` returns at once, so no other page sees the zone. */
export function renderInZone<Result>(zone: string | undefined, render: () => Result): Result {
  zoneOfPage = zone
  try {
    return render()
  } finally {
    zoneOfPage = undefined
  }
}

/** Whether times can be shown in this zone: a cookie can hold anything. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
