import type { Breadcrumb } from './breadcrumbs.tsx'

/** The breadcrumbs of a page in the vocabulary of schema.org. */
export function breadcrumbSchema(steps: readonly Breadcrumb[]) {
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

/** The list of a page in the vocabulary of schema.org; `total` if there are more items than shown. */
export function itemListSchema(items: readonly Breadcrumb[], total = items.length) {
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
