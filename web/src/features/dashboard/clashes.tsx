import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { useFormat } from '#web/i18n/format.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'

/** Which accepted visits a pending one would overlap, before she accepts; nothing without any. */
export function Clashes({ booking: { clashes } }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  if (clashes.length === 0) return null
  return (
    <div className="flex items-start gap-2 rounded-md bg-amber-soft p-3">
      <WarningIcon className="mt-0.5 size-5 shrink-0 text-amber" />
      <div>
        <p className="font-medium text-amber">{t('clashes', { count: clashes.length })}</p>
        <ul>
          {clashes.map((clash) => (
            <li key={clash.id} className="break-words first-letter:uppercase">
              <NoBreakText only={/\d/}>
                {t('clash', {
                  from: format.visit(clash.starts_at, clash.time_zone),
                  until: format.time(clash.ends_at, clash.time_zone),
                  name: clash.first_name,
                  city: clash.city,
                })}
              </NoBreakText>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
