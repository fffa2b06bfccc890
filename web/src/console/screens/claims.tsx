import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { claimsQuery } from '#web/features/claims/all-claims.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'

/** What Lustra says about itself, and whether it is shown. rule: claims */
export default function ClaimsScreen() {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  const query = useQuery(claimsQuery(useApi()))
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl md:text-3xl">{t('claims.title')}</h1>
      <QueryState query={query} failed={t('claims.failed')}>
        {(claims) => (
          <ul aria-label={t('claims.title')} className="card divide-y divide-line">
            {claims.map(({ id, text, where, basis, measured, enabled }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4">
                <div className="flex min-w-0 grow basis-72 flex-col gap-1">
                  <p className="font-medium">{text}</p>
                  <p className="text-sm text-soft">
                    {where} · {basis}
                  </p>
                  <p className="text-sm">
                    {measured
                      ? t('claims.measured', {
                          value: format.number(measured.value),
                          sample: format.number(measured.sample),
                          date: format.date(measured.as_of, browserTimeZone()),
                        })
                      : t('claims.unmeasured')}
                  </p>
                </div>
                <div className="flex flex-wrap items-center gap-3">
                  <Badge tone={enabled ? 'good' : 'waiting'}>
                    {t(enabled ? 'claims.on' : 'claims.off')}
                  </Badge>
                  <ActionButtons
                    actions={[
                      {
                        action: enabled ? 'claim_off' : 'claim_on',
                        id,
                        fixed: { enabled: !enabled },
                      },
                    ]}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  )
}
