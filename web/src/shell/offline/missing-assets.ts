import { loadedView, matchView } from '#web/router/views.ts'
import { PART_LOAD_FAILED } from '#web/ui/states/lazy-part.tsx'
import { reloadOnce } from './reload-once.ts'

/**
 * Handles code that no longer exists, which an open page may request after a deployment. If the reader waits for it,
 * the page reloads once. Otherwise the next link loads a full page. A lost connection changes nothing.
 * rule: new-version
 */
export function reloadOnMissingAssets(): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  let isPageOutdated = false

  const handleFailure = async (reason: unknown, isNeeded: () => boolean) => {
    const address = /https?:\/\/[^\s?]+\.js/.exec(String(reason))?.[0]
    if (!address) return
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    )
    if (answer?.status !== 404) return
    isPageOutdated = true
    if (isNeeded()) reloadOnce(new URL(address).pathname)
  }
  const isScreenMissing = () => !loadedView(matchView(window.location.pathname).entry)

  window.addEventListener(
    'vite:preloadError',
    ({ payload }) => void handleFailure(payload, isScreenMissing),
    { signal },
  )
  window.addEventListener(
    PART_LOAD_FAILED,
    (event) => void handleFailure((event as CustomEvent<unknown>).detail, () => true),
    { signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!isPageOutdated || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
        return
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (link?.origin !== window.location.origin || link.target) return
      event.preventDefault()
      event.stopPropagation()
      window.location.assign(link.href)
    },
    { signal, capture: true },
  )
  return () => listeners.abort()
}
