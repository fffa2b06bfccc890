/** What Chromium gives to ask for the installation by a button of ours. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

const DISMISSED_KEY = 'lustra.install-dismissed'
/** A page in the browser cannot ask whether the app is installed: it remembers what it was told. */
const INSTALLED_KEY = 'lustra.installed'
const listeners = new Set<() => void>()
let prompt: InstallPrompt | undefined
let installed = remembered()

/** Hears what the browser tells of installing; told before, it is asked for by the platform's own way. */
export function listenForInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    // It offers only what is not there, or not any more.
    remember(false)
    tell()
  })
  window.addEventListener('appinstalled', () => {
    remember(true)
    tell()
  })
}

/** Whether installing is still to be offered: not in the installed app, nor once it was put off in this session (client spec 2.12). */
export function isInstallOffered(): boolean {
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

function remember(now: boolean): void {
  installed = now
  try {
    if (now) localStorage.setItem(INSTALLED_KEY, '1')
    else localStorage.removeItem(INSTALLED_KEY)
  } catch {
    // A browser that keeps nothing offers it again on the next page.
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(INSTALLED_KEY) !== null
  } catch {
    return false
  }
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
