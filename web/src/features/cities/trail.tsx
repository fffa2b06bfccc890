import { Link } from 'wouter'
import { useTranslation } from '#web/i18n/use-translation.ts'

export type Step = { name: string; href: string }

/** The way to a page from the list of all places; the last step is the page itself. */
export function Trail({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('cities')
  return (
    <nav aria-label={t('way')}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {steps.map(({ name, href }, index) => {
          const here = index === steps.length - 1
          return (
            <li key={href} className="flex items-center gap-2">
              {index > 0 && <span aria-hidden="true">/</span>}
              {here ? (
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
