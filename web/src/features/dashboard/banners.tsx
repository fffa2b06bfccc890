import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#contract/identity.ts'
import { MORE_BOOKINGS_CLAIM } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { leadsStatusQuery } from '#web/features/billing/billing.api.ts'
import type { LeadsStatus } from '#web/features/billing/billing.api.ts'
import { useClaim } from '#web/features/claims/claims.api.ts'
import { SubscribeButton } from '#web/features/billing/subscribe-button.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress, PROFILE_FORM } from '#web/router/dashboard-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { InfoIcon, ShieldIcon, WarningIcon } from '#web/ui/icons.tsx'
import { ClockIcon } from '#web/ui/icons-public.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { DashboardData } from './dashboard.api.ts'
import { badgeEnd } from './badge-end.ts'
import { Banner } from './banner.tsx'

/** rule: dashboard-banners */
const BANNERS_SHOWN_MAX = 2

type BannerProps = {
  data: DashboardData
  professional: User
  /** Undefined while it loads. */
  leads: LeadsStatus | undefined
}

type BannerEntry = {
  isDue: (props: BannerProps) => boolean
  Component: (props: BannerProps) => ReactNode
}

/** The most urgent first. rule: dashboard-banners */
const BANNERS: Record<string, BannerEntry> = {
  noProfile: {
    isDue: ({ data }) => data.profile === null,
    Component: NoProfile,
  },
  inactive: {
    isDue: ({ data }) => data.profile !== null && !data.is_active,
    Component: Inactive,
  },
  photoMissing: {
    isDue: ({ data }) => data.photo_missing,
    Component: PhotoMissing,
  },
  grace: {
    isDue: ({ leads }) => Boolean(leads?.grace_until),
    Component: Grace,
  },
  verificationNotice: {
    isDue: ({ data }) => data.verification_notice !== undefined,
    Component: VerificationNotice,
  },
  verificationPending: {
    isDue: ({ data }) => data.verification_status === 'pending' && !data.verification_notice,
    Component: VerificationPending,
  },
  verificationRejected: {
    isDue: ({ data }) => data.verification_rejected_at !== null,
    Component: VerificationRejected,
  },
  badgeEnds: {
    isDue: ({ data }) => badgeEnd(data) !== undefined,
    Component: BadgeEnds,
  },
  verificationPrompt: {
    isDue: ({ data }) =>
      data.profile !== null &&
      data.verification_status === 'not_submitted' &&
      data.verification_rejected_at === null,
    Component: VerificationPrompt,
  },
}

/** The most urgent banners. The next one appears when one goes. */
export function Banners({ data, professional }: { data: DashboardData; professional: User }) {
  const { data: leads } = useQuery(leadsStatusQuery(useApi(), professional.id))
  const props = { data, professional, leads }
  const due = Object.entries(BANNERS)
    .filter(([, { isDue }]) => isDue(props))
    .slice(0, BANNERS_SHOWN_MAX)
  return (
    <div role="status" className="flex flex-col gap-3 empty:absolute">
      {due.map(([name, { Component }]) => (
        <Component key={name} {...props} />
      ))}
    </div>
  )
}

function NoProfile() {
  const { t } = useTranslation('dashboard')
  return (
    <Banner
      tone="waiting"
      icon={<InfoIcon />}
      title={t('state.no_profile')}
      action={<ButtonLink href={PROFILE_FORM}>{t('state.write_profile')}</ButtonLink>}
    >
      {t('state.no_profile_help')}
    </Banner>
  )
}

function Inactive({ professional, leads }: BannerProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Banner
      tone="waiting"
      icon={<WarningIcon />}
      title={t('state.inactive')}
      action={
        <SubscribeButton
          professionalId={professional.id}
          label={leads?.period_end ? 'again' : 'activate'}
        />
      }
    >
      {leads && leads.leadCredits > 0 ? t('state.inactive_credits') : t('state.inactive_help')}
    </Banner>
  )
}

/** rule: photo-required */
function PhotoMissing() {
  const { t } = useTranslation('dashboard')
  return (
    <Banner
      tone="waiting"
      icon={<WarningIcon />}
      title={t('state.no_photo')}
      action={<ButtonLink href={PROFILE_FORM}>{t('state.add_photo')}</ButtonLink>}
    >
      {t('state.no_photo_help')}
    </Banner>
  )
}

/** A renewal failed, and the payment is tried again. */
function Grace({ leads }: BannerProps) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <Banner
      tone="waiting"
      icon={<WarningIcon />}
      title={t('grace.title')}
      action={<TextLink href={`${dashboardAddress()}#subscription`}>{t('grace.act')}</TextLink>}
    >
      {leads?.grace_until &&
        t('grace.help', { date: format.date(leads.grace_until, browserTimeZone()) })}
    </Banner>
  )
}

/** What was found, before the check is rejected. rule: rejection-notice */
function VerificationNotice({ data: { verification_notice: notice } }: BannerProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  if (!notice) return null
  return (
    <Banner
      tone="waiting"
      icon={<WarningIcon />}
      title={t('verification.notice')}
      action={
        !notice.disputed && (
          <ButtonLink look="quiet" href={dashboardAddress('dispute')}>
            {t('verification.dispute')}
          </ButtonLink>
        )
      }
    >
      {notice.disputed
        ? t('verification.notice_disputed')
        : t('verification.notice_text', {
            text: notice.text,
            date: format.date(notice.stands_at, browserTimeZone()),
          })}
    </Banner>
  )
}

function VerificationPending() {
  const { t } = useTranslation('dashboard')
  return (
    <Banner tone="plain" icon={<ClockIcon />} title={t('verification.pending')}>
      {t('verification.pending_help')}
    </Banner>
  )
}

/** rule: verification-banners */
function VerificationRejected({ data }: BannerProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const rejectedAt = data.verification_rejected_at
  return (
    <Banner
      tone="waiting"
      icon={<WarningIcon />}
      title={t('verification.rejected')}
      action={
        <ButtonLink look="quiet" href={dashboardAddress('verify')}>
          {t('verification.again')}
        </ButtonLink>
      }
    >
      {rejectedAt &&
        t('verification.rejected_help', { date: format.date(rejectedAt, browserTimeZone()) })}
    </Banner>
  )
}

/** rule: badges-end */
function BadgeEnds({ data }: BannerProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const end = badgeEnd(data)
  if (!end) return null
  return (
    <Banner
      tone="waiting"
      icon={<ClockIcon />}
      title={t('verification.renew', { date: format.date(end, browserTimeZone()) })}
      action={
        <ButtonLink look="quiet" href={dashboardAddress('verify')}>
          {t('verification.renew_open')}
        </ButtonLink>
      }
    >
      {t('verification.renew_help')}
    </Banner>
  )
}

function VerificationPrompt() {
  const { t } = useTranslation('verification')
  const bringsMore = useClaim('more_bookings')
  return (
    <Banner
      tone="plain"
      icon={<ShieldIcon />}
      title={t('prompt.title')}
      action={
        <ButtonLink look="quiet" href={dashboardAddress('verify')}>
          {t('prompt.open')}
        </ButtonLink>
      }
    >
      {bringsMore && `${t('prompt.claim', { percent: MORE_BOOKINGS_CLAIM })} `}
      {t('prompt.help')}
    </Banner>
  )
}
