import { loadedView, matchView } from '#web/router/views.ts'
import { PART_LOAD_FAILED } from '#web/ui/lazy-part.tsx'
import { reloadOnce } from './reload-once.ts'

/**
 * After a new version is out an old page may ask for parts that are there no more. Where the reader waits for one the page is loaded
 * anew, once; else with the next link that she follows. A network that is away changes nothing.
 */
export function reloadOnMissingAssets(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let isOld = false

  const failed = async (reason: unknown, isAwaited: () => boolean) => {
    const address = /https?:\/\/[^\s?]+\.js/.exec(String(reason))?.[0]
    if (!address) return
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    )
    if (answer?.status !== 404) return
    isOld = true
    if (isAwaited()) reloadOnce(new URL(address).pathname)
  }
  const screenIsMissing = () => !loadedView(matchView(window.location.pathname).entry)

  window.addEventListener(
    'vite:preloadError',
    ({ payload }) => void failed(payload, screenIsMissing),
    { signal },
  )
  window.addEventListener(
    PART_LOAD_FAILED,
    (event) => void failed((event as CustomEvent<unknown>).detail, () => true),
    { signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!isOld || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (link?.origin !== window.location.origin || link.target) return
      event.preventDefault()
      event.stopPropagation()
      window.location.assign(link.href)
    },
    { signal, capture: true },
  )
  return () => ended.abort()
}
