import { DISCOUNT_FREQUENCIES } from '#contract/market/offer-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { spokenLanguage } from '#web/i18n/spoken-language.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { numberOf } from './offer-values.ts'
import type { OfferPart, OfferProblem, OfferValues } from './offer-values.ts'

/** The error of the field with this name; undefined if the first problem lies elsewhere. */
export function useProblemText(problem: OfferProblem | undefined) {
  const { t } = useTranslation('offer')
  const format = useFormat()
  return (field: string): string | undefined => {
    if (problem?.field !== field) return undefined
    const { reason, min = 0, max = 0 } = problem
    return t(`problems.${reason}`, { min: format.number(min), max: format.number(max) })
  }
}

/** Returns a function that writes a part of an offer in one line. */
export function usePartText() {
  const { t, i18n } = useTranslation(['offer', 'search'])
  const format = useFormat()
  const money = (text: string) => format.money(numberOf(text))
  const texts: Record<OfferPart, (values: OfferValues) => string[]> = {
    services: ({ services }) =>
      services.map(({ type, hourly_rate, minimum_hours, included }) =>
        [
          t(`search:service_types.${type}`),
          hourly_rate ? money(hourly_rate) : t('services.profile_rate'),
          t('hours', { count: minimum_hours }),
          included.map((task) => t(`tasks.${task}`)).join(', '),
        ].join(' · '),
      ),
    supplies: ({ supplies }) => [
      t(`supplies.${supplies.brings}`),
      ...(supplies.price ? [money(supplies.price)] : []),
    ],
    extras: ({ extras }) =>
      extras
        .filter(({ isOffered }) => isOffered)
        .map(({ code, name, minutes, price }) => {
          const shownName = code ? t(`extra_names.${code}`) : name
          return `${t('example.extra', { name: shownName, minutes })}: ${money(price)}`
        }),
    discounts: ({ discounts }) =>
      DISCOUNT_FREQUENCIES.map(
        (frequency) => `${t(`search:frequencies.${frequency}`)} ${discounts[frequency]}%`,
      ),
    care: ({ care }) => [
      ...care.languages.map((language) => spokenLanguage(i18n.language, language)),
      ...(care.eco_products ? [t('care.eco_products')] : []),
      ...(care.pets_ok ? [t('care.pets_ok')] : []),
    ],
    costs: ({ costs }) => [money(costs.cost_per_mile), money(costs.supplies_per_visit)],
  }
  return (values: OfferValues, part: OfferPart) =>
    texts[part](values).join('; ') || t('conflict.none')
}
