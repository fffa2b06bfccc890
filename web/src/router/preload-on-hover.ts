import { loadView, matchView } from './views.ts'

/** Fetches the next screen's code as soon as a link to it is pointed at or focused. */
export function preloadOnHover(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    // Should it fail now, it is tried again when the link is followed.
    if (link?.origin === window.location.origin)
      loadView(matchView(link.pathname).entry).catch(() => {})
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
}
