import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#contract/identity.ts'
import { useApi } from '../app/context.tsx'
import { useUser } from '../app/session.ts'
import { defineView } from '../app/view.ts'
import type { ViewProps } from '../app/view.ts'
import { AccountState } from '../features/dashboard/account-state.tsx'
import { dashboardAddress, openIn } from '../features/dashboard/dashboard-address.ts'
import type { Openable } from '../features/dashboard/dashboard-address.ts'
import { DashboardError } from '../features/dashboard/dashboard-error.tsx'
import { DashboardHeader } from '../features/dashboard/dashboard-header.tsx'
import { DashboardSkeleton } from '../features/dashboard/dashboard-skeleton.tsx'
import { dashboardQuery } from '../features/dashboard/dashboard.api.ts'
import type { DashboardData } from '../features/dashboard/dashboard.api.ts'
import { Numbers } from '../features/dashboard/numbers.tsx'
import { ProfileSummary } from '../features/dashboard/profile-summary.tsx'
import { RecentBookings } from '../features/dashboard/recent-bookings.tsx'
import { Requests } from '../features/dashboard/requests.tsx'
import { Reviews } from '../features/dashboard/reviews.tsx'

const ShareDialog = lazy(() => import('../features/sharing/share-dialog.tsx'))

export default defineView({
  head: ({ t }) => ({ title: t('dashboard:title'), hidden: true }),
  Component: ProfessionalDashboard,
  Pending: DashboardSkeleton,
})

function ProfessionalDashboard({ search }: ViewProps) {
  const user = useUser()
  return user && <DashboardOf professional={user} open={openIn(search)} />
}

type Opened = { professional: User; open: Openable | undefined }

function DashboardOf({ professional, open }: Opened) {
  const { data, error, isFetching, refetch } = useQuery(dashboardQuery(useApi(), professional.id))
  if (data) return <Dashboard data={data} professional={professional} open={open} />
  if (error)
    return <DashboardError error={error} busy={isFetching} onRetry={() => void refetch()} />
  return <DashboardSkeleton />
}

/** What waits for an answer comes first, then the numbers, then the rest (look.md, Dashboard). */
function Dashboard({ data, professional, open }: Opened & { data: DashboardData }) {
  const [, navigate] = useLocation()
  const close = () => navigate(dashboardAddress())
  const { profile, stats, reviews, recent_bookings, is_active } = data
  return (
    <div className="page flex flex-col gap-8">
      <DashboardHeader mayShare={is_active} />
      <AccountState active={is_active} hasProfile={profile !== null} />
      <Requests bookings={recent_bookings.filter(({ status }) => status === 'pending')} />
      <Numbers
        stats={stats}
        hourlyRate={profile?.hourly_rate ?? 0}
        professionalId={professional.id}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <RecentBookings
          bookings={recent_bookings.filter(({ status }) => status !== 'pending')}
          professionalId={professional.id}
        />
        <div className="flex flex-col gap-8">
          {profile && <ProfileSummary profile={profile} active={is_active} />}
          <Reviews reviews={reviews} />
        </div>
      </div>
      <Suspense>
        {open === 'share' && <ShareDialog professionalId={professional.id} onClose={close} />}
      </Suspense>
    </div>
  )
}
