import { backoffMs } from '#web/api/backoff.ts'
import { changeStatus, currentStatus } from './connection-status.ts'
import { ASSETS, PICTURES, TAKE_OVER, WORKER } from './cache-names.ts'
import { reloadOnce } from './reload-once.ts'

const LOOK_AGAIN_MS = 3_600_000

let looking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let attempts = 0
let waiting: ServiceWorker | undefined
let isWanted = false

/** Registers the worker after the page has loaded (client spec 2.12), and follows its versions from then on. */
export function startWorker(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const worker = navigator.serviceWorker
  let isControlled = worker.controller !== null
  worker.addEventListener(
    'controllerchange',
    () => {
      // The first worker takes over a page that is as new as itself.
      if (isControlled || isWanted) window.location.reload()
      isControlled = true
    },
    { signal },
  )
  window.addEventListener('offline', () => changeStatus({ isOffline: true }), { signal })
  window.addEventListener('online', () => void checkForUpdate(), { signal })
  const hourly = setInterval(() => void checkForUpdate(), LOOK_AGAIN_MS)
  if (document.readyState === 'complete') void checkForUpdate()
  else window.addEventListener('load', () => void checkForUpdate(), { signal })
  return () => {
    ended.abort()
    clearInterval(hourly)
    clearTimeout(timer)
  }
}

/** Looks for the newest worker, and so whether anybody answers at all; again and again until somebody does. */
export function checkForUpdate(): Promise<void> {
  looking ??= lookNow().finally(() => {
    looking = undefined
  })
  return looking
}

async function lookNow(): Promise<void> {
  clearTimeout(timer)
  // Browsers may look for a worker by another way than the page's own calls go.
  if (isOffline() && !(await scriptAnswer())) return lookLater()
  try {
    const before = await navigator.serviceWorker.getRegistration()
    if (before) await before.update()
    follow(before ?? (await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })))
    answered()
  } catch {
    await findOutWhy()
  }
}

/** The worker could not be had: nobody answers, or what answers is no script, in which case the kept one goes too (client spec 4). */
async function findOutWhy(): Promise<void> {
  const answer = await scriptAnswer()
  if (!answer) return lookLater()
  answered()
  const isScript = answer.headers.get('content-type')?.includes('javascript') ?? false
  if (answer.status === 404 || (answer.ok && !isScript)) await removeWorker()
}

const scriptAnswer = () => fetch(WORKER, { cache: 'no-store' }).catch(() => undefined)

function lookLater(): void {
  changeStatus({ isOffline: true })
  timer = setTimeout(() => void checkForUpdate(), backoffMs(++attempts))
}

function answered(): void {
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

/** Tells of a version that is here and waits. */
function follow(registration: ServiceWorkerRegistration): void {
  const tell = () => {
    waiting = registration.waiting ?? undefined
    changeStatus({ hasNewVersion: waiting !== undefined && registration.active !== null })
  }
  tell()
  if (followed.has(registration)) return
  followed.add(registration)
  const watch = () => registration.installing?.addEventListener('statechange', tell)
  watch()
  registration.addEventListener('updatefound', watch)
}

/** Lets the version that waits take over: every tab loads it. */
export function activateNewVersion(): void {
  isWanted = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin: ours
  waiting?.postMessage(TAKE_OVER)
}

/** Whether this page was made here because nobody answered. */
export function isOfflinePage(): boolean {
  return document.getElementById('state') === null
}

export const isOffline = (): boolean => currentStatus().isOffline
