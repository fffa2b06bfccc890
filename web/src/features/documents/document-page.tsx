import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ScreenSkeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { documentQuery } from './documents.api.ts'
import type { DocumentName } from './documents.api.ts'
import { useProductValues } from './product-values.ts'

/** Terms or privacy, with the way to write to us. rule: legal-pages */
export function DocumentPage({ name }: { name: DocumentName }) {
  const { t, i18n } = useTranslation('app')
  const { data, error } = useQuery({
    ...documentQuery(name, i18n.language),
    placeholderData: keepPreviousData,
  })
  const fill = useProductValues()
  if (!data && error) throw error
  if (!data) return <ScreenSkeleton />
  return (
    <article className="page max-w-page">
      <div className="measure flex flex-col gap-8">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl md:text-4xl">{data.title}</h1>
          <p className="text-lg">{data.intro}</p>
          <p className="text-sm text-soft">{fill(data.version)}</p>
        </header>
        {data.sections.map(({ title, text, facts }) => (
          <section key={title} className="flex flex-col gap-2">
            <h2 className="text-xl">{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph}>{fill(paragraph)}</p>
            ))}
            {facts && (
              <dl className="mt-1 grid gap-x-6 gap-y-1 border-l-2 border-line pl-4 sm:grid-cols-[auto_1fr]">
                {facts.map(([label, value = '']) => (
                  <Fragment key={label}>
                    <dt className="text-soft">{label}</dt>
                    <dd className="max-sm:mb-2">{fill(value)}</dd>
                  </Fragment>
                ))}
              </dl>
            )}
          </section>
        ))}
        <TextLink href="/contact">{t('footer.contact')}</TextLink>
      </div>
    </article>
  )
}
