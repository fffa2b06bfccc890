import { useTranslation } from '#web/i18n/use-translation.ts'

const STEPS = ['search', 'request', 'clean'] as const

export function HowItWorks() {
  const { t } = useTranslation('home')
  return (
    <section aria-labelledby="how" className="bg-mint">
      <div className="page">
        <h2 id="how" className="text-2xl md:text-3xl">
          {t('how_title')}
        </h2>
        <ol className="mt-3 grid gap-x-8 gap-y-4 md:mt-6 md:grid-cols-3">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-4">
              <span
                aria-hidden="true"
                className="tabular font-display text-4xl leading-none font-bold text-action"
              >
                {index + 1}
              </span>
              <div className="flex flex-col gap-1">
                <h3 className="text-lg md:text-xl">{t(`step_${step}`)}</h3>
                <p className="text-soft">{t(`step_${step}_text`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
