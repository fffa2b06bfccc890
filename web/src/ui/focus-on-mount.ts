/** A `ref` for what replaces the focused element of a dialog: the keyboard continues from here. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus()
}
