const DUE_KEY = 'lustra.offline-ready-due'

/** Notes that a first visit has to say that Lustra opens offline: on its next page, if it leaves this one before. */
export function noteReadyMessage(): void {
  try {
    localStorage.setItem(DUE_KEY, '1')
  } catch {
    // Without storage only this page can say it.
  }
}

export function isReadyMessageDue(): boolean {
  try {
    return localStorage.getItem(DUE_KEY) !== null
  } catch {
    return false
  }
}

export function endReadyMessage(): void {
  try {
    localStorage.removeItem(DUE_KEY)
  } catch {
    // Nothing was stored.
  }
}
