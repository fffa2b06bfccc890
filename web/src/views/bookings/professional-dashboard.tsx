import { useQuery } from '@tanstack/react-query'
import { memo, Suspense, useDeferredValue, useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { leadsStatusQuery } from '#web/features/money/billing.api.ts'
import { ProfileFirst } from '#web/features/calendar/profile-first.tsx'
import { PaymentReturn } from '#web/features/money/payment-return.tsx'
import { shownClaimsQuery } from '#web/features/trust/claims/claims.api.ts'
import { badgeEnd } from './dashboard/badge-end.ts'
import { Banners } from './dashboard/banners.tsx'
import { dashboardTabAddress, dashboardTabIn, openIn } from '#web/router/dashboard-address.ts'
import { DashboardHeader } from './dashboard/dashboard-header.tsx'
import { DashboardError, DashboardSkeleton } from './dashboard/dashboard-states.tsx'
import { dashboardQuery } from './dashboard/dashboard.api.ts'
import type { DashboardData } from './dashboard/dashboard.api.ts'
import { DashboardTabs } from './dashboard/dashboard-tabs.tsx'
import { DocumentsPart } from './dashboard/documents-part.tsx'
import { Numbers } from './dashboard/numbers.tsx'
import { ProfileSummary } from './dashboard/profile-summary.tsx'
import { ProfileTips } from './dashboard/profile-tips.tsx'
import { PublicPreview } from './dashboard/public-preview.tsx'
import { RecentBookings } from './dashboard/agenda/recent-bookings.tsx'
import { Today } from './dashboard/today/today.tsx'
import { TimedBanners } from './dashboard/timed-banners.tsx'
import { useConnectionStatus } from '#web/shell/offline/connection-status.ts'
import { Reviews } from './dashboard/reviews.tsx'

const AllBookings = lazyPart(() => import('./dashboard/agenda/all-bookings.tsx'))
const CalendarFeed = lazyPart(() => import('#web/features/bookings/list/calendar-feed.tsx'))
const CancelSubscription = lazyPart(() => import('#web/features/money/cancel-dialog.tsx'))
const FullProfile = lazyPart(() => import('./dashboard/full-profile.tsx'))
const ShareDialog = lazyPart(() => import('#web/features/market/sharing/share-dialog.tsx'))
const DisputeDialog = lazyPart(() => import('#web/features/trust/verification/dispute-dialog.tsx'))
const IdentityDialog = lazyPart(
  () => import('#web/features/trust/verification/identity-dialog.tsx'),
)
const InsuranceDialog = lazyPart(
  () => import('#web/features/trust/verification/insurance-dialog.tsx'),
)
const VerificationDialog = lazyPart(
  () => import('#web/features/trust/verification/verification-dialog.tsx'),
)

defineView('professional-dashboard', {
  head: ({ t }) => ({ title: t('dashboard:title') }),
  load: ({ api, queryClient, user, search }) => {
    // Dialogs and messages about payments appear in the browser.
    if (!user || user.suspended || openIn(search) || search.has('payment')) return undefined
    return Promise.all([
      queryClient.fetchQuery(dashboardQuery(api, user.id)),
      queryClient.fetchQuery(leadsStatusQuery(api, user.id)),
      queryClient.fetchQuery(shownClaimsQuery(api)),
    ])
  },
  Component: ProfessionalDashboard,
  Pending: DashboardSkeleton,
})

function ProfessionalDashboard({ search }: ViewProps) {
  const user = useUser()
  if (user?.suspended) return <VisitsOfSuspended professional={user} search={search} />
  return user && <DashboardOfProfessional professional={user} search={search} />
}

type ScreenProps = { professional: User; search: URLSearchParams }

/** All that remains of the dashboard: the visits that take place. rule: suspension */
function VisitsOfSuspended({ professional, search }: ScreenProps) {
  const [, navigate] = useLocation()
  const { isOffline } = useConnectionStatus()
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      <AllBookings
        professionalId={professional.id}
        search={search}
        isOffline={isOffline}
        onClose={() => navigate('/settings')}
      />
    </Suspense>
  )
}

function DashboardOfProfessional({ professional, search }: ScreenProps) {
  const api = useApi()
  const query = useQuery(dashboardQuery(api, professional.id))
  const leads = useQuery(leadsStatusQuery(api, professional.id))
  const claims = useQuery(shownClaimsQuery(api))
  // Banners, rows and claims would move the page if they arrived later. rule: dashboard
  const isRead = query.data !== undefined && !leads.isPending && !claims.isPending
  const [wasRead, setWasRead] = useState(isRead)
  if (isRead && !wasRead) setWasRead(true)
  // The first render is deferred, because it would block a slow phone for half a second. Later data is shown at once: a
  // request that was answered must not stay on the screen.
  const isDrawn = useDeferredValue(wasRead)
  const data = isDrawn ? query.data : undefined
  if (data) {
    return (
      <>
        <Dashboard data={data} professional={professional} search={search} />
        <OpenDialog data={data} professional={professional} search={search} />
      </>
    )
  }
  // Whether it is being read is asked only here: else each read would render the whole dashboard twice.
  if (query.error)
    return (
      <DashboardError
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return <DashboardSkeleton />
}

type DashboardProps = ScreenProps & { data: DashboardData }

/** Today is the first tab; the rest has its own ones. rule: dashboard */
const Dashboard = memo(function Dashboard({ data, professional, search }: DashboardProps) {
  const { profile, stats, earnings, reviews, recent_bookings, is_active } = data
  const tab = dashboardTabIn(search)
  return (
    <div className="page flex flex-col gap-5">
      <DashboardHeader hasProfile={profile !== null} canShare={is_active} />
      <PaymentReturn professionalId={professional.id} search={search} isActive={is_active} />
      <Banners data={data} professional={professional} />
      {/* After the message about a payment: more than two at once would not fit on a phone. */}
      {!search.has('payment') && <TimedBanners data={data} professional={professional} />}
      <DashboardTabs current={tab} />
      {tab === 'today' && <Today data={data} professional={professional} />}
      {tab === 'bookings' && (
        <>
          <Numbers stats={stats} earnings={earnings} hourlyRate={profile?.hourly_rate ?? 0} />
          <RecentBookings bookings={recent_bookings.filter(({ status }) => status !== 'pending')} />
        </>
      )}
      {tab === 'profile' && !profile && <ProfileFirst />}
      {tab === 'profile' && profile && (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="flex flex-col gap-5">
            <ProfileSummary userId={professional.id} profile={profile} />
            <ProfileTips profile={profile} />
            <DocumentsPart data={data} />
          </div>
          <PublicPreview profile={profile} isActive={is_active} />
        </div>
      )}
      {tab === 'reviews' && <Reviews reviews={reviews} />}
    </div>
  )
})

/** The dialog that the address opens. */
function OpenDialog({
  data: { profile, verification_status, verification_notice: notice, may_send: maySend = [] },
  professional,
  search,
}: DashboardProps) {
  const [, navigate] = useLocation()
  const open = openIn(search)
  const { isOffline } = useConnectionStatus()
  const close = () => navigate(dashboardTabAddress(dashboardTabIn(search)))
  return (
    <Suspense>
      {open === 'bookings' && (
        <AllBookings
          professionalId={professional.id}
          search={search}
          isOffline={isOffline}
          onClose={close}
        />
      )}
      {open === 'calendar-feed' && <CalendarFeed owner={professional} onClose={close} />}
      {open === 'cancel-subscription' && (
        <CancelSubscription professionalId={professional.id} onClose={close} />
      )}
      {open === 'profile' && profile && <FullProfile userId={professional.id} onClose={close} />}
      {open === 'verify' &&
        profile &&
        (verification_status === 'not_submitted' || badgeEnd({ profile })) && (
          <VerificationDialog
            professionalId={professional.id}
            isRenewal={verification_status === 'verified'}
            onClose={close}
          />
        )}
      {open === 'identity' && maySend.includes('identity') && (
        <IdentityDialog professionalId={professional.id} onClose={close} />
      )}
      {open === 'insurance' && maySend.includes('insurance') && (
        <InsuranceDialog professionalId={professional.id} onClose={close} />
      )}
      {open === 'dispute' && notice && !notice.disputed && (
        <DisputeDialog professionalId={professional.id} kind={notice.kind} onClose={close} />
      )}
      {open === 'share' && <ShareDialog professionalId={professional.id} onClose={close} />}
    </Suspense>
  )
}
