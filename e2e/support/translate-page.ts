import type { Page } from '@playwright/test'

/** How a browser puts its translation in the place of a text. */
export const WAYS = ['in one step', 'in two steps', 'around the text'] as const

/**
 * Translates the page as Chrome and Edge do it: each text stands in two <font> elements, here between '«' and '»',
 * and so does each text that comes later. It ends with the page's document.
 */
export async function translatePage(page: Page, way: (typeof WAYS)[number]): Promise<void> {
  await page.evaluate(startTranslator, way)
}

function startTranslator(way: string): void {
  const translateText = (text: Text) => {
    const { parentElement } = text
    if (!parentElement || !text.nodeValue?.trim()) return
    if (parentElement.closest('script, style, textarea, font, svg, [translate=no]')) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    const words = `«${text.nodeValue}»`
    if (way === 'around the text') {
      parentElement.insertBefore(outer, text)
      inner.append(text)
      text.nodeValue = words
      return
    }
    inner.textContent = words
    if (way === 'in two steps') {
      parentElement.insertBefore(outer, text)
      parentElement.removeChild(text)
    } else {
      text.replaceWith(outer)
    }
  }
  const translate = (node: Node) => {
    if (node instanceof Text) return translateText(node)
    const texts: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translateText)
  }
  translate(document.body)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') translate(target)
      else addedNodes.forEach(translate)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}
