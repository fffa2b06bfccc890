/** Elements that a floating one must not cover: all that can be pressed, and the whole bars at the lower edge. */
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, label, .bottom-bar, .step-bar'
/** The hidden content of a closed <details>. Asking for its position would make the browser lay it out. */
const FOLDED = 'details:not([open]) > :not(summary)'
const GAP_PX = 1
const STEP_PX = 2
/** How long a page has been still before the element moves. */
const STILL_MS = 150

type Box = { left: number; top: number; right: number; bottom: number }
/** `isAtRight`: that far to the right is the place at the right edge of the window, as wide as it is now. */
export type Offset = { x: number; y: number; isAtRight?: boolean }

/**
 * The first of the offsets at which `box` covers none of the `controls`. If there is none, the one that covers the
 * smallest area.
 */
export function clearOffset(
  box: Box,
  controls: readonly Box[],
  offsets: readonly Offset[],
): { offset: Offset; isClear: boolean } {
  let best: Offset = { x: 0, y: 0 }
  let smallest = Infinity
  for (const offset of offsets) {
    const covered = controls.reduce((sum, control) => sum + sharedArea(box, offset, control), 0)
    if (covered < smallest) [best, smallest] = [offset, covered]
    if (smallest === 0) break
  }
  return { offset: best, isClear: smallest === 0 }
}

function sharedArea(box: Box, { x, y }: Offset, control: Box): number {
  const width = Math.min(box.right + x, control.right) - Math.max(box.left + x, control.left)
  const height = Math.min(box.bottom + y, control.bottom) - Math.max(box.top + y, control.top)
  return Math.max(0, width + GAP_PX) * Math.max(0, height + GAP_PX)
}

/** Offsets from 0 to `end`, 2 px apart. `end` may be negative. */
export const stepsTo = (end: number): number[] =>
  Array.from({ length: Math.floor(Math.abs(end) / STEP_PX) + 1 }, (_, index) =>
    index === 0 ? 0 : Math.sign(end) * index * STEP_PX,
  )

/**
 * Moves a fixed element away from what it would cover, when the page has been still for a moment. `offsetsOf` returns
 * where it may go, relative to its place in the style sheet, preferred first; `atRight` is its box at the right edge.
 * While no place is free, the element has the attribute `data-covering`. At the right edge it has `data-at-right`, with
 * which the style sheet keeps it there: a scroll bar, or a narrower window, cuts off nothing until it is placed anew.
 * Returns how to stop. rules: install-button, toasts
 */
export function keepClear(
  node: HTMLElement,
  offsetsOf: (rest: DOMRect, atRight: DOMRect) => Offset[],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let offset: Offset = { x: 0, y: 0 }
  const place = () => {
    node.style.translate = ''
    // Measured: the width of the window can include the space that is kept free for a scroll bar.
    node.toggleAttribute('data-at-right', true)
    const atRight = node.getBoundingClientRect()
    node.removeAttribute('data-at-right')
    const rest = node.getBoundingClientRect()
    // Without a message the list of toasts is not shown.
    if (rest.width === 0) return
    const places = offsetsOf(rest, atRight)
    const { x, y, isAtRight = false } = offset
    // It stays where it is if that is still a place for it, unless its own place is free again.
    const same = places.filter(
      (one) => one.y === y && (one.isAtRight ? isAtRight : !isAtRight && one.x === x),
    )
    const found = clearOffset(rest, controlsOutside(node), [{ x: 0, y: 0 }, ...same, ...places])
    offset = found.offset
    node.toggleAttribute('data-covering', !found.isClear)
    node.toggleAttribute('data-at-right', offset.isAtRight === true)
    node.style.translate = `${offset.isAtRight ? 0 : offset.x}px ${offset.y}px`
  }
  const placeWhenStill = () => {
    clearTimeout(timer)
    timer = setTimeout(place, STILL_MS)
  }
  place()
  const contents = new MutationObserver((changes) => {
    if (changes.some(({ target }) => node.contains(target))) place()
    placeWhenStill()
  })
  contents.observe(document.body, { childList: true, characterData: true, subtree: true })
  const size = new ResizeObserver(placeWhenStill)
  size.observe(document.body)
  const options = { capture: true, passive: true }
  window.addEventListener('scroll', placeWhenStill, options)
  // At once: its place in a wide window can be outside a narrow one.
  window.addEventListener('resize', place)
  return () => {
    clearTimeout(timer)
    contents.disconnect()
    size.disconnect()
    window.removeEventListener('scroll', placeWhenStill, options)
    window.removeEventListener('resize', place)
  }
}

/** The boxes of all controls in the window; of an open dialog only its own, because the others cannot be pressed. */
function controlsOutside(node: HTMLElement): Box[] {
  const dialogs = document.querySelectorAll('dialog[open]')
  const container = dialogs[dialogs.length - 1] ?? document
  return [...container.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    if (control.closest(FOLDED)) return []
    const box = boxOf(control)
    const isInWindow = box.width > 1 && box.bottom > 0 && box.top < window.innerHeight
    // Few are in the window, and only of these the costly question is asked.
    const counts =
      isInWindow && !node.contains(control) && control.checkVisibility({ visibilityProperty: true })
    return counts ? [box] : []
  })
}

/** The name of a field is as wide as its text, not as its line. */
function boxOf(control: HTMLElement): DOMRect {
  if (!control.matches('label:not(:has(input))')) return control.getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(control)
  return text.getBoundingClientRect()
}
