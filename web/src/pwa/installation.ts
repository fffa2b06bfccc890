/** What Chromium gives to ask for the installation by a button of ours. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

const DISMISSED_KEY = 'lustra.install-dismissed'
const listeners = new Set<() => void>()
let prompt: InstallPrompt | undefined
let installed = false

/** Hears what the browser tells of installing; told before, it is asked for by the platform's own way. */
export function followInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    tell()
  })
  window.addEventListener('appinstalled', () => {
    installed = true
    tell()
  })
}

/** Whether installing is still to be offered: not in the installed app, nor once it was put off in this session (client spec 2.12). */
export function isOffered(): boolean {
  const standalone =
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  return !installed && !standalone && !isDismissed()
}

export function dismissInstallation(): void {
  try {
    sessionStorage.setItem(DISMISSED_KEY, '1')
  } catch {
    // A browser that keeps nothing offers it again on the next page.
  }
  tell()
}

/** Asks the browser to install, where it lets us ask. */
export function installPrompt(): (() => void) | undefined {
  const known = prompt
  return known && (() => void known.prompt())
}

export function subscribeToInstallation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(DISMISSED_KEY) !== null
  } catch {
    return false
  }
}
