import { loadView, matchView } from './views.ts'

/** Loads the code of a view as soon as the pointer or the focus reaches a link to it. */
export function preloadOnHover(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    // A failure is ignored here: following the link loads again.
    if (link?.origin === window.location.origin)
      loadView(matchView(link.pathname).entry).catch(() => {})
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
}
