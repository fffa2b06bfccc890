import { useTranslation } from '#web/i18n/use-translation.ts'
import { LEADS_PER_MONTH, SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'

const PROMISES = ['once', 'fair', 'cut'] as const

/** The price and the promises for professionals. rule: home-first-view */
export function Band() {
  const { t } = useTranslation('home')
  const format = useFormat()
  return (
    <section aria-labelledby="band" className="page">
      <div className="pane grid gap-4 rounded-xl p-5 md:gap-8 md:p-10 lg:grid-cols-2 lg:items-center">
        <div className="flex flex-col items-start gap-3 md:gap-4">
          <h2 id="band" className="text-2xl md:text-3xl">
            {t('band_title')}
          </h2>
          <p className="md:text-lg">
            {t('band_text', { price: format.money(SUBSCRIPTION_PRICE), leads: LEADS_PER_MONTH })}
          </p>
          <ButtonLink href="/register?role=professional" look="quiet">
            {t('band_action')}
          </ButtonLink>
        </div>
        <ul className="flex flex-col gap-2 md:gap-3">
          {PROMISES.map((promise) => (
            <li key={promise} className="flex gap-3 lg:rounded-md lg:bg-surface lg:p-4">
              <CheckIcon className="mt-0.5 size-5 shrink-0 text-action" />
              {t(`band_${promise}`)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
