import { hasFlag, removeFlag, setFlag } from '#web/loading/browser-flag.ts'

/** The event of Chromium that lets the page open the installation prompt. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

const DISMISSED_KEY = 'lustra.install-dismissed'
/** A page cannot ask the browser whether the app is installed, so it stores what events reported. */
const INSTALLED_KEY = 'lustra.installed'
const VISITED_KEY = 'lustra.visited'
const FIRST_VISIT_KEY = 'lustra.first-visit'
const listeners = new Set<() => void>()
let prompt: InstallPrompt | undefined
let installed = hasFlag(INSTALLED_KEY)
if (!hasFlag(VISITED_KEY)) {
  setFlag(VISITED_KEY)
  setFlag(FIRST_VISIT_KEY, 'tab')
}

/** Listens to the browser's events of installation. */
export function listenForInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    // The browser sends this only while the app is not installed.
    storeInstalled(false)
    notify()
  })
  window.addEventListener('appinstalled', () => {
    storeInstalled(true)
    notify()
  })
}

/**
 * Whether to offer the installation: not in the installed app, on a first visit, or after a dismissal in this session.
 * rule: install-button
 */
export function isInstallOffered(): boolean {
  const standalone =
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  const isUnwanted = hasFlag(DISMISSED_KEY, 'tab') || hasFlag(FIRST_VISIT_KEY, 'tab')
  return !installed && !standalone && !isUnwanted
}

export function dismissInstallation(): void {
  // Without storage the next page offers it again.
  setFlag(DISMISSED_KEY, 'tab')
  notify()
}

/** Opens the browser's prompt; undefined if it has none. */
export function installPrompt(): (() => void) | undefined {
  const available = prompt
  return available && (() => void available.prompt())
}

export function subscribeToInstallation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function storeInstalled(now: boolean): void {
  installed = now
  if (now) setFlag(INSTALLED_KEY)
  else removeFlag(INSTALLED_KEY)
}

function notify(): void {
  for (const listener of listeners) listener()
}
