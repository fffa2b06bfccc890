import { backoffMs } from '#web/api/backoff.ts'
import { changeStatus, currentStatus } from './connection-status.ts'
import { ACTIVATE_MESSAGE, ASSETS_CACHE, PICTURES_CACHE, WORKER_ADDRESS } from './cache-names.ts'
import { reloadOnce } from './reload-once.ts'

const UPDATE_CHECK_MS = 3_600_000

let currentCheck: Promise<void> | undefined
let retryTimer: ReturnType<typeof setTimeout> | undefined
let failedChecks = 0
let waitingWorker: ServiceWorker | undefined
let isUpdateRequested = false

/**
 * Registers the service worker after the page has loaded, and checks for updates. Returns a function that stops it.
 * rule: new-version
 */
export function startWorker(): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const worker = navigator.serviceWorker
  let isControlled = worker.controller !== null
  worker.addEventListener(
    'controllerchange',
    () => {
      // The first worker has the same version as the page that it starts to control, so no reload is needed.
      if (isControlled || isUpdateRequested) window.location.reload()
      isControlled = true
    },
    { signal },
  )
  window.addEventListener('offline', () => changeStatus({ isOffline: true }), { signal })
  window.addEventListener('online', () => void checkForUpdate(), { signal })
  const hourly = setInterval(() => void checkForUpdate(), UPDATE_CHECK_MS)
  if (document.readyState === 'complete') void checkForUpdate()
  else window.addEventListener('load', () => void checkForUpdate(), { signal })
  return () => {
    listeners.abort()
    clearInterval(hourly)
    clearTimeout(retryTimer)
  }
}

/** Checks for a new service worker. The check also shows whether the server can be reached; if not, it is retried. */
export function checkForUpdate(): Promise<void> {
  currentCheck ??= checkNow().finally(() => {
    currentCheck = undefined
  })
  return currentCheck
}

async function checkNow(): Promise<void> {
  clearTimeout(retryTimer)
  // The browser may load the worker over another connection. Only a fetch of the page shows that its requests work.
  if (isOffline() && !(await fetchWorkerScript())) return retryLater()
  try {
    const before = await navigator.serviceWorker.getRegistration()
    if (before) await before.update()
    watchForNewVersion(
      before ??
        (await navigator.serviceWorker.register(WORKER_ADDRESS, { updateViaCache: 'none' })),
    )
    markOnline()
  } catch {
    await handleUpdateFailure()
  }
}

/**
 * Finds out why the worker could not be loaded. If the server is not reachable, the check is retried later. If the
 * script does not exist any more, the installed worker is removed.
 */
async function handleUpdateFailure(): Promise<void> {
  const answer = await fetchWorkerScript()
  if (!answer) return retryLater()
  markOnline()
  const isScript = answer.headers.get('content-type')?.includes('javascript') ?? false
  if (answer.status === 404 || (answer.ok && !isScript)) await removeWorker()
}

const fetchWorkerScript = () => fetch(WORKER_ADDRESS, { cache: 'no-store' }).catch(() => undefined)

function retryLater(): void {
  changeStatus({ isOffline: true })
  retryTimer = setTimeout(() => void checkForUpdate(), backoffMs(++failedChecks))
}

function markOnline(): void {
  failedChecks = 0
  changeStatus({ isOffline: !navigator.onLine })
}

async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
  await Promise.all([ASSETS_CACHE, PICTURES_CACHE].map((name) => caches.delete(name)))
  if (registration) reloadOnce('worker')
}

const watchedRegistrations = new WeakSet<ServiceWorkerRegistration>()

/** Updates the status when a new version is ready. */
function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const update = () => {
    waitingWorker = registration.waiting ?? undefined
    changeStatus({ hasNewVersion: waitingWorker !== undefined && registration.active !== null })
  }
  update()
  if (watchedRegistrations.has(registration)) return
  watchedRegistrations.add(registration)
  const watch = () => registration.installing?.addEventListener('statechange', update)
  watch()
  registration.addEventListener('updatefound', watch)
}

/** Activates the new version: every tab reloads. rule: new-version */
export function activateNewVersion(): void {
  isUpdateRequested = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
  waitingWorker?.postMessage(ACTIVATE_MESSAGE)
}

/** Whether the browser rendered this page because the server could not be reached. */
export function isOfflinePage(): boolean {
  return document.getElementById('state') === null
}

export const isOffline = (): boolean => currentStatus().isOffline
