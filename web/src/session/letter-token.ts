import { useSyncExternalStore } from 'react'
import { tokenIn } from '#contract/account/letter-link.ts'

/** Whether the address is that of a letter's link, with its secret. */
export function isLetterLink(): boolean {
  const { hash, pathname } = window.location
  return tokenIn(hash) !== undefined || /^\/(visit|safety)\//.test(pathname)
}

/**
 * The secret of the letter's link that opened this screen: behind '#', or in the path, as that of a visit and as in
 * letters of earlier versions. Undefined if the address has none. The screens that use it are not rendered on the
 * server, which never gets what is behind '#'. rule: secret-addresses
 */
export function useLetterToken(params: { token?: string }): string | undefined {
  // Another link that is opened in this tab changes only what is behind '#', so the page does not load again.
  const token = useSyncExternalStore(onHashChange, () => tokenIn(window.location.hash))
  return token ?? params.token
}

/** The email of the account that a letter's link is about, behind '#' too; undefined without one. */
export function emailInAddress(): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get('email') ?? undefined
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
