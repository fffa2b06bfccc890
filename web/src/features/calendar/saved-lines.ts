import type { Rules, TimeDocument } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { TimeField } from './part-version.ts'
import { useRuleText } from './rules-part.tsx'
import { useTimeTexts } from './time-texts.ts'

/** The saved values of some fields as people read them, a line each. */
export function useSavedLines() {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  const ruleText = useRuleText()
  const linesOf: Record<TimeField, (saved: TimeDocument) => string[]> = {
    plan: ({ plan }) =>
      plan?.map(
        ({ weekday, from, to }) => `${texts.weekday(weekday)}: ${texts.hours(from, to)}`,
      ) ?? [t('plan.none')],
    rules: ({ rules }) =>
      (Object.keys(rules) as (keyof Rules)[]).map(
        (name) => `${t(`rules.${name}`)}: ${ruleText(rules, name)}`,
      ),
    instant_booking: ({ instant_booking }) => [t(`instant.${instant_booking}`)],
    paused_until: ({ paused_until }) => [
      paused_until ? t('pause.on', { date: texts.date(paused_until) }) : t('pause.none'),
    ],
  }
  return (saved: TimeDocument, fields: readonly TimeField[]) =>
    fields.flatMap((field) => linesOf[field](saved))
}
