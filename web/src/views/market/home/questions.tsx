import { useTranslation } from '#web/i18n/use-translation.ts'
import { BOOKING_ANSWER_HOURS } from '#contract/bookings/booking-rules.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'

const QUESTIONS = ['cost', 'pay', 'badge', 'answer', 'address'] as const

export function Questions() {
  const { t } = useTranslation('home')
  return (
    <section aria-labelledby="questions" className="page grid gap-2 lg:grid-cols-[1fr_2fr]">
      <h2 id="questions" className="text-2xl md:text-3xl">
        {t('questions_title')}
      </h2>
      <div className="border-t border-line">
        {QUESTIONS.map((question) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-2 md:text-lg font-semibold hover:text-action [&::-webkit-details-marker]:hidden">
              {t(`q_${question}`)}
              <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
            </summary>
            <p className="measure pb-5 text-soft">
              {t(`a_${question}`, { hours: BOOKING_ANSWER_HOURS })}
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}
