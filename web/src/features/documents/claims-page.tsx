import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { claimsQuery } from '#web/features/claims/all-claims.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ScreenSkeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { claimsTextQuery } from './claims-text.api.ts'
import { useProductValues } from './product-values.ts'

/** Every claim with what is true of it, and whether it is shown. rule: claims-page */
export function ClaimsPage() {
  const { t, i18n } = useTranslation('app')
  const format = useFormat()
  const fill = useProductValues()
  const texts = useQuery({
    ...claimsTextQuery(i18n.language),
    placeholderData: keepPreviousData,
  })
  const claims = useQuery(claimsQuery(useApi()))
  const error = (!texts.data && texts.error) || (!claims.data && claims.error)
  if (error) throw error
  if (!texts.data || !claims.data) return <ScreenSkeleton />
  const { title, intro, on, off, where, basis, measured, found, none, ...text } = texts.data
  return (
    <article className="page max-w-page">
      <div className="measure flex flex-col gap-8">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl md:text-4xl">{title}</h1>
          <p className="text-lg">{intro}</p>
        </header>
        {claims.data.map(({ id, enabled, measured: number }) => {
          const [sentence = '', place, rests = '', value = ''] = text.claims[id]
          const facts = [
            [where, place],
            [basis, fill(rests)],
            [
              measured,
              number
                ? found
                    .replace('{{value}}', value.replace('{{value}}', format.number(number.value)))
                    .replace('{{sample}}', format.number(number.sample))
                    .replace('{{date}}', format.date(number.as_of, 'UTC'))
                : none,
            ],
          ]
          return (
            <section key={id} id={id} className="flex flex-col gap-2">
              <div className="flex flex-wrap items-center gap-3">
                <h2 className="text-xl">{sentence}</h2>
                <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? on : off}</Badge>
              </div>
              <dl className="grid gap-x-6 gap-y-1 border-l-2 border-line pl-4 sm:grid-cols-[9rem_1fr]">
                {facts.map(([label, fact]) => (
                  <div key={label} className="contents">
                    <dt className="text-soft">{label}</dt>
                    <dd className="max-sm:mb-2">{fact}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
        <TextLink href="/contact">{t('footer.contact')}</TextLink>
      </div>
    </article>
  )
}
