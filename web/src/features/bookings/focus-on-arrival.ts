/** As a `ref`: who is in a dialog goes on from here when this takes the place of what had the focus. */
export function focusOnArrival(node: HTMLElement | null): void {
  node?.focus()
}
