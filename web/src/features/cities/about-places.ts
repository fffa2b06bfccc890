import type { Step } from './trail.tsx'

/** The way to a page, in the terms of schema.org. */
export function aboutTrail(steps: readonly Step[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: href,
    })),
  }
}

/** What a page lists, in its order, likewise; `total` where there are more. */
export function aboutList(items: readonly Step[], total = items.length) {
  return {
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: items.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: href,
    })),
  }
}
