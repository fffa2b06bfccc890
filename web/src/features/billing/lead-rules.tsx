import { useTranslation } from '#web/i18n/use-translation.ts'

/** Explains what a lead costs and when its credit returns. rule: lead-returns */
export function LeadRules() {
  const { t } = useTranslation('billing')
  return (
    <section
      aria-labelledby="lead-rules"
      className="flex flex-col gap-3 rounded-lg bg-mint p-4 md:p-5"
    >
      <h2 id="lead-rules" className="text-lg">
        {t('ledger.how')}
      </h2>
      <ul className="measure flex list-disc flex-col gap-2 pl-5">
        <li>{t('ledger.rule_once')}</li>
        <li>{t('ledger.rule_back')}</li>
        <li>{t('ledger.rule_keep')}</li>
      </ul>
    </section>
  )
}
