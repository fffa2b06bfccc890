/** Measurements in the page; each returns what is wrong. They run in the browser, so no function may use another one. */

/** Elements beyond the sides of the window, and elements cut off without an ellipsis. */
export function overflowingElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  const where = document.querySelector('dialog[open]') ?? document.body
  for (const node of where.querySelectorAll<HTMLElement>('*')) {
    if (!node.checkVisibility() || node.closest('.sr-only, .skip-link, svg, img, input')) continue
    const { left, right, width } = node.getBoundingClientRect()
    if (width <= 1) continue
    const style = getComputedStyle(node)
    const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const cut =
      style.overflowX !== 'visible' && !hasEllipsis && node.scrollWidth > node.clientWidth + 1
    if (left < -1 || right > clientWidth + 1 || (cut && style.display !== 'inline')) {
      found.push(`${node.tagName} ${node.className}: ${node.innerText?.slice(0, 40)}`)
    }
  }
  return found
}

/** Controls smaller than 44 × 44 px. Links within a sentence may be as high as their line. */
export function smallTargets(): string[] {
  const where = document.querySelector('dialog[open]') ?? document
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  return [...where.querySelectorAll<HTMLElement>(controls)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    const label = node instanceof HTMLInputElement && /checkbox|radio|file/.test(node.type)
    const pressed = label ? (node.labels?.[0] ?? node) : node
    const { width, height } = pressed.getBoundingClientRect()
    // A link may cover the card that contains it.
    const covers = getComputedStyle(node, '::after').position === 'absolute'
    const inSentence = getComputedStyle(node).display === 'inline'
    if (covers || inSentence || node.matches('.sr-only, .skip-link') || width <= 1) return []
    if (Math.round(width) >= 44 && Math.round(height) >= 44) return []
    return [`${Math.round(width)} × ${Math.round(height)}: ${node.outerHTML.slice(0, 120)}`]
  })
}

/** Controls that look the same with and without keyboard focus. */
export function hiddenFocus(): string[] {
  const where = document.querySelector('dialog[open]') ?? document
  const controls =
    'a[href], button:enabled, input:not([type=hidden], [tabindex="-1"]):enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const look = (node: Element) => {
    const style = getComputedStyle(node)
    const after = getComputedStyle(node, '::after')
    return [style.outlineStyle, style.boxShadow, style.transform, after.outlineStyle].join()
  }
  return [...where.querySelectorAll<HTMLElement>(controls)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true })) return []
    // A drawn box may replace the real one beside it.
    const drawn = [node, node.nextElementSibling ?? node, node.closest('label') ?? node]
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = drawn.map(look).join()
    node.focus({ focusVisible: true })
    const seen = document.activeElement === node && drawn.map(look).join() !== before
    return seen ? [] : [node.outerHTML.slice(0, 120)]
  })
}

/** Controls whose centre is covered by another element after they are scrolled into view. */
export function coveredControls(): string[] {
  const where = document.querySelector('dialog[open]') ?? document
  const controls = 'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary'
  return [...where.querySelectorAll<HTMLElement>(controls)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    if (node.matches('.sr-only, .skip-link, [tabindex="-1"]') || node.closest('[inert]')) return []
    const pressed = node instanceof HTMLInputElement ? (node.labels?.[0] ?? node) : node
    pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [box] = pressed.getClientRects()
    if (!box || box.width <= 1) return []
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    // A popover closes again by itself.
    const popover = over?.closest('[popover]')
    if (!over || popover || pressed.contains(over) || over.contains(pressed)) return []
    return [`${node.outerHTML.slice(0, 120)} under ${over.outerHTML.slice(0, 120)}`]
  })
}
