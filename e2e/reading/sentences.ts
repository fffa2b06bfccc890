/**
 * Runs in the page: every sentence that a person or a screen reader finds there, in the order of reading. It reads the
 * part that the selector names, else the open dialog, else the page without its header and footer. What stands in an
 * attribute or a field begins with the name of its place in brackets.
 */
export function sentencesIn(part: string | undefined): string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const named = part === undefined ? dialog : document.querySelector(part)
  const root = named ?? document.body
  const isRead = (node: Element) =>
    node.checkVisibility({ visibilityProperty: true }) &&
    !node.closest('script, style, noscript, option, .skip-link, .install-float') &&
    // The days of a month would be read as other numbers of a profile; they are a part of their own.
    (named || !node.closest('header:has(~ main), main ~ footer, [aria-labelledby=next-free]'))
  const isInline = (node: Element) => {
    const { display } = getComputedStyle(node)
    if (display === 'contents') return true
    if (!display.startsWith('inline')) return false
    if (!node.matches('button, a')) return true
    // A link is a sentence of its own, unless it stands among words.
    return [...node.parentElement!.childNodes].some(
      (sibling) => sibling.nodeType === Node.TEXT_NODE && sibling.textContent!.trim() !== '',
    )
  }

  const found: [node: Element, text: string][] = []
  const blocks = new Map<Element, string>()
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode
    if (!parentElement || !isRead(parentElement)) continue
    let block = parentElement
    while (isInline(block) && block.parentElement) block = block.parentElement
    blocks.set(block, (blocks.get(block) ?? '') + textContent!)
  }
  found.push(...blocks)
  for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
    for (const node of root.querySelectorAll(`[${name}]`)) {
      if (isRead(node)) found.push([node, `[${name}] ${node.getAttribute(name)}`])
    }
  }
  for (const field of root.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (!isRead(field) || /checkbox|radio|file/.test(field.type)) continue
    const chosen = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value
    found.push([field, `[value] ${chosen ?? ''}`])
  }
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return found
    .toSorted(([one], [other]) => (one === other ? 0 : isBefore(one, other) ? -1 : 1))
    .map(([, text]) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
