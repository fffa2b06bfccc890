import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#contract/people/identity.ts'
import { MORE_BOOKINGS_CLAIM } from '#contract/money/money-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { leadsStatusQuery } from '#web/features/money/billing.api.ts'
import type { LeadsStatus } from '#web/features/money/billing.api.ts'
import { useClaim } from '#web/features/trust/claims/claims.api.ts'
import { SubscribeButton } from '#web/features/money/subscribe-button.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress, PROFILE_FORM } from '#web/router/dashboard-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ShieldIcon, WarningIcon } from '#web/ui/pictures/icons.tsx'
import { ClockIcon } from '#web/ui/pictures/icons-public.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { DashboardData } from './dashboard.api.ts'
import { badgeEnd } from './badge-end.ts'
import { Banner, BannerLine } from './banner.tsx'
import { isNew } from './today/setup-checklist.tsx'

type BannerProps = {
  data: DashboardData
  professional: User
  /** The credits and the subscription; undefined while they load. */
  leads: LeadsStatus | undefined
}

type BannerEntry = {
  isDue: (props: BannerProps) => boolean
  Component: (props: BannerProps) => ReactNode
}

/**
 * The banners of the dashboard, in the order in which they are shown. Profile, photo and account of a new professional
 * are steps of the checklist. rule: dashboard-banners, setup-checklist
 */
const BANNERS: Record<string, BannerEntry> = {
  inactive: {
    isDue: ({ data }) => data.profile !== null && !data.is_active && !isNew(data),
    Component: Inactive,
  },
  photoMissing: {
    isDue: ({ data }) => data.photo_missing && !isNew(data),
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
  verificationRejected: {
    isDue: ({ data }) => data.verification_rejected_at !== null,
    Component: VerificationRejected,
  },
  badgeEnds: {
    isDue: ({ data }) => badgeEnd(data) !== undefined,
    Component: BadgeEnds,
  },
}

/** They can wait, so they stand below the requests. rule: dashboard-banners */
const QUIET_BANNERS: Record<string, BannerEntry> = {
  verificationPrompt: {
    isDue: ({ data }) =>
      data.profile !== null &&
      data.verification_status === 'not_submitted' &&
      data.verification_rejected_at === null,
    Component: VerificationPrompt,
  },
  verificationPending: {
    isDue: ({ data }) => data.verification_status === 'pending' && !data.verification_notice,
    Component: VerificationPending,
  },
}

type BannersProps = {
  data: DashboardData
  professional: User
  /** Whether these are the ones that can wait. */
  quiet?: boolean
}

/** All banners whose condition holds. */
export function Banners({ data, professional, quiet = false }: BannersProps) {
  const { data: leads } = useQuery(leadsStatusQuery(useApi(), professional.id))
  const props = { data, professional, leads }
  const due = Object.entries(quiet ? QUIET_BANNERS : BANNERS).filter(([, { isDue }]) =>
    isDue(props),
  )
  return (
    <div role="status" className="flex flex-col gap-3 empty:absolute">
      {due.map(([name, { Component }]) => (
        <Component key={name} {...props} />
      ))}
    </div>
  )
}

function Inactive({ professional, leads }: BannerProps) {
  const { t } = useTranslation('dashboard')
  return (
    <BannerLine
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
      <span className="max-md:sr-only">
        {leads && leads.leadCredits > 0 ? t('state.inactive_credits') : t('state.inactive_help')}
      </span>
    </BannerLine>
  )
}

/** rule: photo-required */
function PhotoMissing() {
  const { t } = useTranslation('dashboard')
  return (
    <BannerLine
      tone="waiting"
      icon={<WarningIcon />}
      title={t('state.no_photo')}
      action={<ButtonLink href={PROFILE_FORM}>{t('state.add_photo')}</ButtonLink>}
    >
      <span className="max-md:sr-only">{t('state.no_photo_help')}</span>
    </BannerLine>
  )
}

/** A renewal failed, and the payment is tried again. */
function Grace({ leads }: BannerProps) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <BannerLine
      tone="waiting"
      icon={<WarningIcon />}
      title={t('grace.title')}
      action={<TextLink href={`${dashboardAddress()}#subscription`}>{t('grace.act')}</TextLink>}
    >
      {leads?.grace_until &&
        t('grace.help', { date: format.date(leads.grace_until, browserTimeZone()) })}
    </BannerLine>
  )
}

/** Tells the professional what a check has found, before it is rejected. rule: rejection-notice */
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
    <BannerLine tone="plain" icon={<ClockIcon />} title={t('verification.pending')}>
      <span className="max-md:sr-only">{t('verification.pending_help')}</span>
    </BannerLine>
  )
}

/** rule: dashboard-banners */
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

/** The date is that of the profile, where the badge says until when it is valid. rule: badges */
function BadgeEnds({ data }: BannerProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const end = badgeEnd(data)
  if (!end) return null
  return (
    <BannerLine
      tone="waiting"
      icon={<ClockIcon />}
      title={t('verification.renew', { date: format.date(end, 'UTC') })}
      action={
        <ButtonLink look="quiet" href={dashboardAddress('verify')}>
          {t('verification.renew_open')}
        </ButtonLink>
      }
    >
      <span className="max-md:sr-only">{t('verification.renew_help')}</span>
    </BannerLine>
  )
}

function VerificationPrompt() {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const bringsMore = useClaim('more_bookings')
  return (
    <BannerLine
      tone="plain"
      icon={<ShieldIcon />}
      title={t('prompt.title')}
      action={<TextLink href={dashboardAddress('verify')}>{t('prompt.open')}</TextLink>}
    >
      {bringsMore && `${t('prompt.claim', { percent: MORE_BOOKINGS_CLAIM })} `}
      {typeof bringsMore?.measured === 'number' &&
        `${t('prompt.measured', { percent: format.number(bringsMore.measured) })} `}
      <span className="max-md:sr-only">{t('prompt.help')}</span>
    </BannerLine>
  )
}
