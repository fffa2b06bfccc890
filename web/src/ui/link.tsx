import type { ComponentProps, MouseEvent } from 'react'
import { useRouter } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

type LinkProps = ComponentProps<'a'> & { href: string; replace?: boolean }

/**
 * A link within the app. The router's own one reads the address: a press would render all links of the screen before it
 * is answered. rule: hydration
 */
export function Link({ href, replace, onClick, children, ...attributes }: LinkProps) {
  const { base, aroundNav } = useRouter()
  const address = base + href
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // Opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0)
      return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    aroundNav(navigate, address, replace ? { replace } : {})
  }
  return (
    <a {...attributes} href={address} onClick={follow}>
      {children}
    </a>
  )
}
