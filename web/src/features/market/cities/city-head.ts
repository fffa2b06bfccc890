import { displayName } from '#contract/people/display-name.ts'
import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import type { Head } from '#web/router/view.ts'
import type { Namespace } from '#web/i18n/translations.ts'
import { publicAddress } from '../professionals/addresses.ts'
import { breadcrumbSchema, itemListSchema } from './page-schema.ts'
import { cityAddress } from './addresses.ts'
import type { CityPage } from './cities.api.ts'
import { cityBreadcrumbs } from './breadcrumbs.tsx'

/**
 * The head of a city's page: title, description, picture and schema. Before the data arrives, only a general title.
 * rule: city-pages
 */
export function cityHead(
  page: CityPage | undefined,
  t: TFunction<readonly Namespace[]>,
  language: Language,
): Head {
  if (!page) return { title: t('cities:by_city') }
  const place = `${page.city}, ${page.state}`
  const title = t('cities:title', { place })
  const address = cityAddress(page)
  const image = page.best.find(({ gallery_images }) => gallery_images[0])?.gallery_images[0]
  return {
    title,
    description: t('cities:description', {
      place,
      count: page.professionals,
      rate: formats(language).money(page.lowest_rate),
    }),
    canonical: address,
    ...(image ? { image } : {}),
    shared: { address: `${address}/share.jpg`, alt: title },
    about: {
      '@type': 'CollectionPage',
      name: title,
      breadcrumb: breadcrumbSchema(cityBreadcrumbs(page, t)),
      mainEntity: itemListSchema(
        page.best.map(({ full_name, slug }) => ({
          name: displayName(full_name),
          href: publicAddress(slug),
        })),
        page.professionals,
      ),
    },
  }
}
