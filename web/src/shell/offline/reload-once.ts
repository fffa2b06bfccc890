const PREFIX = 'lustra.reloaded.'

/** Loads the page anew, in this tab once for each reason: what a reload did not mend, a second one would not. */
export function reloadOnce(reason: string): void {
  try {
    if (sessionStorage.getItem(PREFIX + reason)) return
    sessionStorage.setItem(PREFIX + reason, '1')
  } catch {
    // Without a memory it could go on for ever.
    return
  }
  window.location.reload()
}
