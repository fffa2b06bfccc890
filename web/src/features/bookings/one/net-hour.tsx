import type { ReactNode } from 'react'
import type { NetHour } from '#contract/bookings/net-hour.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The amount of an hour that the professional keeps, with its parts. Shown only to them. rule: net-hour */
export function NetHourDetails({ net }: { net: NetHour }) {
  const { t } = useTranslation('price')
  const format = useFormat()
  const costs = [
    [t('net.travel', { miles: format.number(net.travel_miles) }), net.travel_cost],
    [t('net.supplies'), net.supplies_cost],
    [t('net.lead'), net.lead_cost],
  ] as const
  return (
    <details className="group rounded-md bg-mint px-3">
      <summary className="flex min-h-11 items-center gap-1.5 py-1.5 font-medium">
        <span className="min-w-0 grow">
          {t('net.keep', { amount: format.money(net.net_per_hour) })}
        </span>
        <ChevronDownIcon className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        <Amount name={t('net.total')}>{format.money(net.total_amount)}</Amount>
        {costs.map(
          ([name, cost]) =>
            cost > 0 && (
              <Amount key={name} name={name}>
                {format.money(-cost)}
              </Amount>
            ),
        )}
        <Amount name={t('net.left')}>
          <strong className="font-semibold">{format.money(net.net_amount)}</strong>
        </Amount>
      </dl>
      <p className="text-sm">
        {t('net.minutes', { work: net.work_minutes, travel: net.travel_minutes })}
      </p>
      <p className="pb-2 text-sm text-soft">
        {t('net.note')} <TextLink href="/dashboard/offer">{t('net.offer')}</TextLink>.
      </p>
    </details>
  )
}

function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  )
}
