import { backoffMs } from '#web/api/backoff.ts'
import { changeStatus, currentStatus } from './connection-status.ts'
import { ASSETS, PICTURES, TAKE_OVER, WORKER } from './cache-names.ts'
import { reloadOnce } from './reload-once.ts'

const UPDATE_CHECK_MS = 3_600_000

let checking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let attempts = 0
let waiting: ServiceWorker | undefined
let isUpdateRequested = false

/** Registers the service worker after the page has loaded, and checks for updates. Returns how to stop. rule: service-worker-registration */
export function startWorker(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const worker = navigator.serviceWorker
  let isControlled = worker.controller !== null
  worker.addEventListener(
    'controllerchange',
    () => {
      // The first worker takes over a page of its own version: no reload.
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
    ended.abort()
    clearInterval(hourly)
    clearTimeout(timer)
  }
}

/** Checks for a new worker, and so whether the server can be reached. Retries with back-off until it can. */
export function checkForUpdate(): Promise<void> {
  checking ??= checkNow().finally(() => {
    checking = undefined
  })
  return checking
}

async function checkNow(): Promise<void> {
  clearTimeout(timer)
  // A browser may load a worker over another connection than the page's requests.
  if (isOffline() && !(await fetchWorkerScript())) return retryLater()
  try {
    const before = await navigator.serviceWorker.getRegistration()
    if (before) await before.update()
    followVersions(
      before ?? (await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })),
    )
    markOnline()
  } catch {
    await handleUpdateFailure()
  }
}

/** The worker could not be loaded: the server is not reachable, or the script is missing, in which case the installed worker is removed. */
async function handleUpdateFailure(): Promise<void> {
  const answer = await fetchWorkerScript()
  if (!answer) return retryLater()
  markOnline()
  const isScript = answer.headers.get('content-type')?.includes('javascript') ?? false
  if (answer.status === 404 || (answer.ok && !isScript)) await removeWorker()
}

const fetchWorkerScript = () => fetch(WORKER, { cache: 'no-store' }).catch(() => undefined)

function retryLater(): void {
  changeStatus({ isOffline: true })
  timer = setTimeout(() => void checkForUpdate(), backoffMs(++attempts))
}

function markOnline(): void {
  attempts = 0
  changeStatus({ isOffline: !navigator.onLine })
}

async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
  await Promise.all([ASSETS, PICTURES].map((name) => caches.delete(name)))
  if (registration) reloadOnce('worker')
}

const followed = new WeakSet<ServiceWorkerRegistration>()

/** Updates the status when a new version is ready. */
function followVersions(registration: ServiceWorkerRegistration): void {
  const update = () => {
    waiting = registration.waiting ?? undefined
    changeStatus({ hasNewVersion: waiting !== undefined && registration.active !== null })
  }
  update()
  if (followed.has(registration)) return
  followed.add(registration)
  const watch = () => registration.installing?.addEventListener('statechange', update)
  watch()
  registration.addEventListener('updatefound', watch)
}

/** Activates the new version: every tab reloads. rule: new-version */
export function activateNewVersion(): void {
  isUpdateRequested = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
  waiting?.postMessage(TAKE_OVER)
}

/** Whether the browser rendered this page because the server could not be reached. */
export function isOfflinePage(): boolean {
  return document.getElementById('state') === null
}

export const isOffline = (): boolean => currentStatus().isOffline
