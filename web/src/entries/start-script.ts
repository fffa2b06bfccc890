/**
 * The only inline script of a page. It removes the place of a notice that was put away. It loads the scripts that its
 * own `data-scripts` names, the app first, once the page has been painted. So neither their transfer nor their
 * execution delays what the reader came to see. rule: hydration, notice-line
 *
 * The build minifies it and computes its hash, which the content security policy allows (scripts/start-script.ts). So
 * it must not differ from page to page, and it imports nothing.
 */
{
  const RETRY_MS = 5000
  const PAINT_WAIT_MS = 1000
  const RELOADED_KEY = 'again'

  const CLOSED_MS = 86_400_000

  // The place of a notice that was put away is gone before the page is painted (verify-banner.tsx, base.css).
  try {
    const closed = Object.keys(localStorage).find((key) => key.endsWith('.notice-closed')) ?? ''
    const closedAt = Number(localStorage.getItem(closed))
    if (closedAt + CLOSED_MS > Date.now()) document.documentElement.dataset['noticeClosed'] = ''
  } catch {
    // Without storage nothing was put away.
  }

  const { dataset } = document.currentScript as HTMLScriptElement
  const [app = '', ...chunks] = (dataset['scripts'] ?? '').split(' ')

  const loadScripts = () => {
    // Lets the pictures outside the first view load too (style.css).
    document.documentElement.dataset['painted'] = ''
    import(app).catch(reloadOnceAvailable)
    for (const chunk of chunks) import(chunk).catch(() => {})
  }

  // Browsers remember that a module failed to load. Only a new page requests it again.
  const reloadOnceAvailable = async () => {
    try {
      const { ok } = await fetch(app)
      if (!ok || sessionStorage.getItem(RELOADED_KEY)) return
      sessionStorage.setItem(RELOADED_KEY, '1')
      location.reload()
    } catch {
      setTimeout(() => void reloadOnceAvailable(), RETRY_MS)
    }
  }

  // `data-now`: the page shows nothing useful without the app. A hidden page is never painted.
  if (document.hidden || 'now' in dataset) loadScripts()
  else new PerformanceObserver(loadScripts).observe({ type: 'paint', buffered: true })
  // Some browsers do not report the paint. Loading a script twice has no effect.
  addEventListener('load', () => setTimeout(loadScripts, PAINT_WAIT_MS))
}
