import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { leadsStatusQuery } from '#web/features/money/billing.api.ts'
import { MoneyPanel } from '#web/features/money/money-panel.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardTabAddress } from '#web/router/dashboard-address.ts'
import { Link } from '#web/ui/link.tsx'
import { ArrowRightIcon } from '#web/ui/pictures/icons-public.tsx'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'
import { useNow } from '#web/ui/states/use-now.ts'
import { AGENDA_WEEK_DAYS, agendaQuery } from '../agenda/agenda.api.ts'
import { Banners } from '../banners.tsx'
import type { DashboardData } from '../dashboard.api.ts'
import { NextVisit, OtherVisitsToday } from './next-visit.tsx'
import { Requests } from './requests.tsx'
import { isNew, SetupChecklist } from './setup-checklist.tsx'

type TodayProps = { data: DashboardData; professional: User }

/**
 * The next visit, then the requests or the first steps of a new professional, then money in rows.
 * rule: dashboard, setup-checklist
 */
export function Today({ data, professional }: TodayProps) {
  // An answer that an earlier version stored for offline reading has no visits.
  const { data: leads } = useQuery(leadsStatusQuery(useApi(), professional.id))
  const { profile, recent_bookings, next_visit: next } = data
  const now = useNow()
  const others = (data.todays_visits ?? []).filter(({ id }) => id !== next?.id)
  // What is over waits below the requests.
  const isOver = ({ ends_at }: { ends_at: string }) => new Date(ends_at) <= now
  const ahead = others.filter((visit) => !isOver(visit))
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      {(next || ahead.length > 0) && (
        <div className="flex flex-col gap-3 lg:col-start-2">
          {next && <NextVisit visit={next} />}
          <OtherVisitsToday visits={ahead} />
        </div>
      )}
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {isNew(data) ? (
          <SetupChecklist data={data} professional={professional} leads={leads} />
        ) : (
          <Requests bookings={recent_bookings.filter(({ status }) => status === 'pending')} />
        )}
      </div>
      {profile && (
        <div className="flex flex-col gap-3 lg:col-start-2">
          <OtherVisitsToday visits={others.filter(isOver)} isOver />
          <div className="card divide-y divide-line">
            <ThisWeek earnings={data.earnings} />
            <MoneyPanel professionalId={professional.id} />
          </div>
          <Banners data={data} professional={professional} quiet />
          <HydratedOnly>
            <PrefetchedAgenda professionalId={professional.id} />
          </HydratedOnly>
        </div>
      )}
    </div>
  )
}

/** The sums of this week, in one line. rule: earnings */
function ThisWeek({ earnings }: Pick<DashboardData, 'earnings'>) {
  const { t } = useTranslation('today')
  const format = useFormat()
  // An answer that an earlier version stored for offline reading has no week.
  const [booked, done] = [earnings.week_booked ?? 0, earnings.week_completed ?? 0]
  return (
    <Link
      href={dashboardTabAddress('bookings')}
      className="flex min-h-11 items-center gap-3 rounded-t-lg px-4 py-1.5 hover:bg-mint"
    >
      <span className="shrink-0 font-display font-bold text-nowrap">{t('money.title')}</span>
      <span className="tabular ml-auto text-right text-sm">
        {t('money.sums', { booked: format.money(booked), done: format.money(done) })}
      </span>
      <ArrowRightIcon className="-mr-1 size-5 shrink-0 text-soft" />
    </Link>
  )
}

/** Reads the next days in advance, so that they open offline. rule: agenda */
function PrefetchedAgenda({ professionalId }: { professionalId: string }) {
  usePrefetchQuery(agendaQuery(useApi(), professionalId, { days: AGENDA_WEEK_DAYS }))
  return null
}
