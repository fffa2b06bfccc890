import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { RECEIPTS } from '#web/router/dashboard-address.ts'
import { useClaim } from '#web/features/trust/claims/claims.api.ts'
import { StarRow } from '#web/ui/stars.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { DashboardData } from './dashboard.api.ts'
import { estimatedEarnings } from './earnings.ts'

// Half of a phone's width is too narrow for thousands of dollars.
const MONEY = 'col-span-2 md:col-span-1'

/** Four counts, the estimated earnings, and the real sums beside them. rule: earnings */
export function Numbers({
  stats,
  earnings,
  hourlyRate,
}: Pick<DashboardData, 'stats' | 'earnings'> & { hourlyRate: number }) {
  const { t } = useTranslation(['dashboard', 'hours'])
  const format = useFormat()
  const estimates = useClaim('estimated_earnings')
  const { guess, shown } = estimatedEarnings({
    totalBookings: stats.total_bookings,
    hourlyRate,
    booked: earnings.booked,
  })
  return (
    <section aria-label={t('numbers.title')}>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Number name={t('numbers.total_bookings')}>{format.number(stats.total_bookings)}</Number>
        <Number name={t('numbers.pending_bookings')}>
          {format.number(stats.pending_bookings)}
        </Number>
        <Number name={t('numbers.rating')}>
          {stats.total_reviews === 0 ? (
            <span className="block font-text text-base leading-snug font-normal text-soft">
              {t('numbers.no_rating')}
            </span>
          ) : (
            <span className="flex flex-wrap items-center gap-2">
              {format.rating(stats.rating)}
              <StarRow rating={stats.rating} />
            </span>
          )}
        </Number>
        <Number name={t('numbers.total_reviews')}>{format.number(stats.total_reviews)}</Number>
        <Number name={t('numbers.completed')} help={t('numbers.completed_help')} className={MONEY}>
          {format.money(earnings.completed)}
        </Number>
        <Number name={t('numbers.booked')} help={t('numbers.booked_help')} className={MONEY}>
          {format.money(earnings.booked)}
        </Number>
        {estimates && (
          <div className="col-span-2 text-sm text-soft lg:col-span-4">
            <dt className="inline">{t('numbers.estimated')}</dt>{' '}
            <dd className="tabular inline">
              {format.money(shown)}
              {' · '}
              <span>
                {shown > guess
                  ? t('numbers.estimated_more', { guess: format.money(guess) })
                  : t('numbers.estimated_help')}
              </span>
            </dd>
          </div>
        )}
      </dl>
      <TextLink href={RECEIPTS}>{t('hours:list.title')}</TextLink>
    </section>
  )
}

function Number({
  name,
  help,
  className = '',
  children,
}: {
  name: string
  help?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`card flex flex-col justify-between p-4 ${className}`}>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="tabular font-display text-2xl font-semibold break-words">
        {children}
        {help && <span className="block font-text text-sm font-normal text-soft">{help}</span>}
      </dd>
    </div>
  )
}
