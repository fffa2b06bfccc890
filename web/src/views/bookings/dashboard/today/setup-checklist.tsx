import { useState } from 'react'
import type { ReactNode } from 'react'
import type { User } from '#contract/people/identity.ts'
import type { LeadsStatus } from '#web/features/money/billing.api.ts'
import { SubscribeButton } from '#web/features/money/subscribe-button.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { hasFlag, setFlag } from '#web/loading/browser-flag.ts'
import {
  dashboardAddress,
  OWN_OFFER,
  PROFILE_FORM,
  WORKING_HOURS,
} from '#web/router/dashboard-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { ArrowRightIcon, CircleIcon } from '#web/ui/pictures/icons-public.tsx'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'
import type { DashboardData } from '../dashboard.api.ts'

const STEPS = ['profile', 'photo', 'subscription', 'hours', 'prices', 'share'] as const
type Step = (typeof STEPS)[number]

const ADDRESSES: Record<Exclude<Step, 'subscription'>, string> = {
  profile: PROFILE_FORM,
  photo: PROFILE_FORM,
  hours: WORKING_HOURS,
  prices: OWN_OFFER,
  share: dashboardAddress('share'),
}

/** Whether nobody has asked this professional for a visit yet. rule: setup-checklist */
export const isNew = ({ stats }: DashboardData) =>
  stats.total_bookings === 0 && stats.pending_bookings === 0

type SetupProps = { data: DashboardData; professional: User; leads: LeadsStatus | undefined }

/** The way of a new professional to the first client: six steps, each one press away. rule: setup-checklist */
export function SetupChecklist({ data, professional, leads }: SetupProps) {
  const { t } = useTranslation('today')
  const share = useShared(professional.id)
  // An answer that an earlier version stored for offline reading has no setup.
  const setup = data.setup ?? { hours: false, prices: false }
  const { profile, photo_missing, is_active } = data
  const done: Record<Step, boolean> = {
    profile: profile !== null,
    photo: Boolean(profile?.profile_image_url) && !photo_missing,
    subscription: is_active,
    ...setup,
    share: share.isDone,
  }
  const current = STEPS.find((step) => !done[step])
  const count = STEPS.filter((step) => done[step]).length
  return (
    <section aria-labelledby="setup" className="card">
      <header className="flex items-center gap-3 px-4 py-3">
        <Ring done={count} />
        <div>
          <h2 id="setup" className="text-xl">
            {t(current ? 'setup.title' : 'setup.ready')}
          </h2>
          <p className="text-sm text-soft">
            {current ? t('setup.progress', { done: count, all: STEPS.length }) : t('setup.wait')}
          </p>
        </div>
      </header>
      <ol>
        {STEPS.map((step) => (
          <li key={step} className="border-t border-line px-4">
            {step === current ? (
              <Current
                step={step}
                hasCredits={leads !== undefined && leads.leadCredits > 0}
                onShare={share.onPress}
                subscribe={
                  <SubscribeButton
                    professionalId={professional.id}
                    label={leads?.period_end ? 'again' : 'activate'}
                  />
                }
              />
            ) : (
              <Row
                step={step}
                isDone={done[step]}
                href={profile && !done[step] && step !== 'subscription' ? ADDRESSES[step] : null}
                onPress={step === 'share' ? share.onPress : undefined}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The share of the steps that are done, as a ring around their number. */
function Ring({ done }: { done: number }) {
  const all = STEPS.length
  return (
    <svg viewBox="0 0 48 48" className="size-12 shrink-0" aria-hidden="true">
      <circle cx="24" cy="24" r="20" className="fill-none stroke-line" strokeWidth="5" />
      {done > 0 && (
        <circle
          cx="24"
          cy="24"
          r="20"
          pathLength={all}
          strokeDasharray={`${done} ${all}`}
          transform="rotate(-90 24 24)"
          className="fill-none stroke-action"
          strokeWidth="5"
        />
      )}
      <text x="24" y="29" textAnchor="middle" className="fill-ink text-sm font-semibold">
        {done}/{all}
      </text>
    </svg>
  )
}

type CurrentProps = {
  step: Step
  hasCredits: boolean
  subscribe: ReactNode
  onShare: () => void
}

/** The first open step, with why it matters and its button. Profile and account are banners of the dashboard. */
function Current({ step, hasCredits, subscribe, onShare }: CurrentProps) {
  const { t } = useTranslation(['today', 'dashboard'])
  const names = {
    profile: t('dashboard:state.no_profile'),
    subscription: t('dashboard:state.inactive'),
    photo: t('dashboard:state.no_photo'),
  }
  const helps = {
    profile: t('dashboard:state.no_profile_help'),
    subscription: t(
      hasCredits ? 'dashboard:state.inactive_credits' : 'dashboard:state.inactive_help',
    ),
    photo: t('dashboard:state.no_photo_help'),
    hours: t('setup.hours_help'),
    prices: t('setup.prices_help'),
    share: t('setup.share_help'),
  }
  const actions = {
    profile: t('dashboard:state.write_profile'),
    photo: t('dashboard:state.add_photo'),
    hours: t('setup.hours'),
    prices: t('setup.prices'),
    share: t('setup.share'),
  }
  const name = step in names ? names[step as keyof typeof names] : t(`setup.${step}`)
  return (
    <section aria-label={name} className="flex flex-col items-start gap-2 py-3">
      <h3 className="flex items-center gap-3 text-base">
        <CircleIcon className="size-5 shrink-0 text-action" />
        {name}
      </h3>
      <p className="measure pl-8 text-sm text-soft">{helps[step]}</p>
      <div className="pl-8">
        {step === 'subscription' ? (
          subscribe
        ) : (
          <span onClickCapture={step === 'share' ? onShare : undefined}>
            <ButtonLink href={ADDRESSES[step]}>{actions[step]}</ButtonLink>
          </span>
        )}
      </div>
    </section>
  )
}

type RowProps = {
  step: Step
  isDone: boolean
  /** Null: it is done, or has to wait for the profile. */
  href: string | null
  onPress: (() => void) | undefined
}

function Row({ step, isDone, href, onPress }: RowProps) {
  const { t } = useTranslation('today')
  const Icon = isDone ? CheckIcon : CircleIcon
  const content = (
    <>
      <Icon className={`size-5 shrink-0 ${isDone ? 'text-action' : ''}`} />
      <span className="grow">{t(`setup.${step}`)}</span>
    </>
  )
  if (href === null)
    return (
      <p className="flex min-h-11 items-center gap-3 text-soft">
        {content}
        {isDone && <span className="sr-only">, {t('setup.done')}</span>}
      </p>
    )
  return (
    <Link href={href} className="flex min-h-11 items-center gap-3 font-medium" onClick={onPress}>
      {content}
      <ArrowRightIcon className="size-5 shrink-0 text-soft" />
    </Link>
  )
}

/** Whether the link to the own profile was opened in this browser: the server does not know it. */
function useShared(userId: string) {
  const key = `lustra.shared.${userId}`
  const [isPressed, setIsPressed] = useState(false)
  const isHydrated = useHydrated()
  return {
    isDone: isPressed || (isHydrated && hasFlag(key)),
    onPress: () => {
      setFlag(key)
      setIsPressed(true)
    },
  }
}
