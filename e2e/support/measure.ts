// Each function checks the page and returns its faults. They run in the browser, so they cannot call each other.

/** Elements that extend beyond the sides of the window, and elements that are cut off without an ellipsis. */
export function overflowingElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  const container = document.querySelector('dialog[open]') ?? document.body
  for (const node of container.querySelectorAll<HTMLElement>('*')) {
    if (!node.checkVisibility() || node.closest('.sr-only, .skip-link, svg, img, input')) continue
    // A table of numbers cannot wrap below its words: its frame scrolls, and the keyboard reaches the frame.
    if (node.closest('[tabindex="0"]:has(> table)')) continue
    // A line of times scrolls too: the arrow keys bring each time into view.
    if (node.closest('[role=grid].overflow-x-auto')) continue
    const { left, right, width } = node.getBoundingClientRect()
    if (width <= 1) continue
    const style = getComputedStyle(node)
    const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const isCut =
      style.overflowX !== 'visible' && !hasEllipsis && node.scrollWidth > node.clientWidth + 1
    if (left < -1 || right > clientWidth + 1 || (isCut && style.display !== 'inline')) {
      faults.push(`${node.tagName} ${node.className}: ${node.innerText?.slice(0, 40)}`)
    }
  }
  return faults
}

/** Controls smaller than 44 × 44 px. Links within a sentence may be as high as their line. */
export function smallTargets(): string[] {
  const container = document.querySelector('dialog[open]') ?? document
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  return [...container.querySelectorAll<HTMLElement>(controls)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    const isPressedByLabel =
      node instanceof HTMLInputElement && /checkbox|radio|file/.test(node.type)
    const pressed = isPressedByLabel ? (node.labels?.[0] ?? node) : node
    const { width, height } = pressed.getBoundingClientRect()
    // A link may cover the card that contains it.
    const coversCard = getComputedStyle(node, '::after').position === 'absolute'
    const isInSentence = getComputedStyle(node).display === 'inline'
    if (coversCard || isInSentence || node.matches('.sr-only, .skip-link') || width <= 1) return []
    if (Math.round(width) >= 44 && Math.round(height) >= 44) return []
    return [`${Math.round(width)} × ${Math.round(height)}: ${node.outerHTML.slice(0, 120)}`]
  })
}

/** Links lower than 24 px, except those within a sentence, whose height is that of the line. */
export function lowLinks(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main a[href]')].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.matches('.sr-only')) return []
    const coversCard = getComputedStyle(node, '::after').position === 'absolute'
    const { parentElement } = node
    const isInSentence =
      getComputedStyle(node).display === 'inline' &&
      [...parentElement!.childNodes].some(
        (beside) => beside instanceof Text && /[^\s·,]/.test(beside.data),
      )
    const { height, width } = node.getBoundingClientRect()
    if (coversCard || isInSentence || width <= 1 || Math.round(height) >= 24) return []
    return [`${Math.round(height)}: ${node.outerHTML.slice(0, 160)}`]
  })
}

/** Passwords in a form that does not say whose they are. rule: password-rules */
export function passwordsWithoutUserName(): string[] {
  const passwords = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')]
  return passwords.flatMap(({ form, outerHTML }) => {
    const name = form?.querySelector<HTMLInputElement>('input[autocomplete=username]')
    const isTyped = name?.checkVisibility() && /^(text|email)$/.test(name.type)
    return isTyped || (name?.type === 'text' && name.value.includes('@')) ? [] : [outerHTML]
  })
}

/** Controls that look the same with and without keyboard focus. */
export function hiddenFocus(): string[] {
  const container = document.querySelector('dialog[open]') ?? document
  const controls =
    'a[href], button:enabled, input:not([type=hidden], [tabindex="-1"]):enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const styleOf = (node: Element) => {
    const style = getComputedStyle(node)
    const after = getComputedStyle(node, '::after')
    return [style.outlineStyle, style.boxShadow, style.transform, after.outlineStyle].join()
  }
  return [...container.querySelectorAll<HTMLElement>(controls)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true })) return []
    // A drawn checkbox may replace the real input beside it.
    const visibleParts = [node, node.nextElementSibling ?? node, node.closest('label') ?? node]
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = visibleParts.map(styleOf).join()
    node.focus({ focusVisible: true })
    const isFocusVisible =
      document.activeElement === node && visibleParts.map(styleOf).join() !== before
    return isFocusVisible ? [] : [node.outerHTML.slice(0, 120)]
  })
}

/**
 * Fixed and sticky elements over one another, and text or controls under a fixed element that is no tab bar, no main
 * action at the lower edge, and no toast.
 */
export function fixedOverlaps(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (node) => !node.closest('dialog') && node.checkVisibility({ visibilityProperty: true }),
  )
  const positionOf = (node: HTMLElement) => getComputedStyle(node).position
  const isApart = (one: DOMRect, other: DOMRect) =>
    one.right <= other.left ||
    one.left >= other.right ||
    one.bottom <= other.top ||
    one.top >= other.bottom ||
    other.width <= 1
  const named = (node: Element) => node.outerHTML.slice(0, 120)
  const bars = shown.filter((node) => node.matches('.tab-bar, .bottom-bar, .step-bar'))
  const toasts = shown.filter((node) => node.matches('[popover=manual] > *'))
  const others = shown.filter(
    (node) => positionOf(node) === 'fixed' && !node.matches('.tab-bar, .bottom-bar, [popover]'),
  )
  const lower = [...bars, ...toasts]
  const overBars = lower.flatMap((one, at) =>
    lower
      .slice(at + 1)
      .filter((other) => !isApart(one.getBoundingClientRect(), other.getBoundingClientRect()))
      .map((other) => `${named(other)} over ${named(one)}`),
  )
  const overContent = others.flatMap((fixed) => {
    const box = fixed.getBoundingClientRect()
    return shown.flatMap((node) => {
      if (fixed.contains(node) || node.contains(fixed) || node.closest('.skip-link')) return []
      const isControl = node.matches('a[href], button, input, select, textarea, summary, label')
      const hasText = [...node.childNodes].some((one) => one instanceof Text && one.data.trim())
      if (!isControl && !hasText) return []
      const text = document.createRange()
      text.selectNodeContents(node)
      const { left, top, right, bottom } = isControl
        ? node.getBoundingClientRect()
        : text.getBoundingClientRect()
      const seen = new DOMRect(left, top, right - left, bottom - top)
      return isApart(box, seen) ? [] : [`${named(node)} under ${named(fixed)}`]
    })
  })
  return [...overBars, ...overContent]
}

/** Controls whose centre is covered by another element after they are scrolled into view. */
export function coveredControls(): string[] {
  const container = document.querySelector('dialog[open]') ?? document
  const controls = 'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary'
  return [...container.querySelectorAll<HTMLElement>(controls)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    if (node.matches('.sr-only, .skip-link, [tabindex="-1"]') || node.closest('[inert]')) return []
    const pressed = node instanceof HTMLInputElement ? (node.labels?.[0] ?? node) : node
    pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [box] = pressed.getClientRects()
    if (!box || box.width <= 1) return []
    const topElement = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    // A popover disappears by itself.
    const popover = topElement?.closest('[popover]')
    if (!topElement || popover || pressed.contains(topElement) || topElement.contains(pressed))
      return []
    return [`${node.outerHTML.slice(0, 120)} under ${topElement.outerHTML.slice(0, 120)}`]
  })
}
