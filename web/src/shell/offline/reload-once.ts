const PREFIX = 'lustra.reloaded.'

/** Reloads the page, once in this tab for each reason: a second reload would not help. */
export function reloadOnce(reason: string): void {
  try {
    if (sessionStorage.getItem(PREFIX + reason)) return
    sessionStorage.setItem(PREFIX + reason, '1')
  } catch {
    // Without storage it could reload for ever.
    return
  }
  window.location.reload()
}
