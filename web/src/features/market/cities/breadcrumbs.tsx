import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CITIES_PATH, cityAddress, stateAddress } from './addresses.ts'
import type { CityPage, StateWithCities } from './cities.api.ts'

export type Breadcrumb = { name: string; href: string }

/** The breadcrumbs of a page, from the list of all cities; the last one is the page itself. */
export function Breadcrumbs({ trail }: { trail: readonly Breadcrumb[] }) {
  const { t } = useTranslation('cities')
  return (
    <nav aria-label={t('way')}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {trail.map(({ name, href }, index) => {
          const isCurrent = index === trail.length - 1
          return (
            <li key={href} className="flex items-center gap-2">
              {index > 0 && <span aria-hidden="true">/</span>}
              {isCurrent ? (
                <span aria-current="page">{name}</span>
              ) : (
                <Link
                  href={href}
                  className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-sm font-medium text-action hover:underline"
                >
                  {name}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type Translate = (key: 'cities:all') => string

/** 'All cities / Texas'. */
export function stateBreadcrumbs(
  { state, name }: Pick<StateWithCities, 'state' | 'name'>,
  t: Translate,
): Breadcrumb[] {
  return [
    { name: t('cities:all'), href: CITIES_PATH },
    { name, href: stateAddress(state) },
  ]
}

/** 'All cities / Texas / Austin'. */
export function cityBreadcrumbs(page: CityPage, t: Translate): Breadcrumb[] {
  return [
    ...stateBreadcrumbs({ state: page.state, name: page.state_name }, t),
    { name: page.city, href: cityAddress(page) },
  ]
}
