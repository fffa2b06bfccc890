import { useEffect, useEffectEvent, useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import { PROFILE_COMPLETE_BANNER_MS } from '#contract/market/profile-rules.ts'
import { VERIFIED_BANNER_MS } from '#contract/people/account-rules.ts'
import { hasFlag, setFlag } from '#web/loading/browser-flag.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLastingToast } from '#web/ui/states/use-lasting-toast.ts'
import type { DashboardData } from './dashboard.api.ts'

/**
 * The banners that hide by themselves. They lie above the page, so that nothing moves when they go. The one that goes
 * first is the lower one: the other stays where it is. rules: dashboard-banners, dashboard
 */
export function TimedBanners({ data, professional }: { data: DashboardData; professional: User }) {
  const shownOnce = useShownOnce(professional.id)
  return (
    <>
      {isNewlyVerified(data) && !shownOnce.has('verification-seen') && (
        <Verified onHide={() => shownOnce.add('verification-seen')} />
      )}
      {isNewlyComplete(data) && !shownOnce.has('profile-seen') && (
        <ProfileComplete onHide={() => shownOnce.add('profile-seen')} />
      )}
    </>
  )
}

function Verified({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation('dashboard')
  useHideAfter(VERIFIED_BANNER_MS, onHide)
  useLastingToast('success', t('verification.verified_help'), t('verification.verified'))
  return null
}

function ProfileComplete({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation('dashboard')
  useHideAfter(PROFILE_COMPLETE_BANNER_MS, onHide)
  useLastingToast('success', t('complete_profile.help'), t('complete_profile.title'))
  return null
}

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
/** An approval older than this is no news, also on a device that has not told it yet. */
const NEWS_DAYS = 30

/** Whether the check was approved lately. The badge lasts a year from then. rule: badges */
function isNewlyVerified({ verification_status: status, profile }: DashboardData): boolean {
  if (status !== 'verified') return false
  const end = profile?.badges?.find(({ kind }) => kind === 'background')?.expires_at
  return end === undefined || Date.parse(end) - Date.now() > (YEAR_DAYS - NEWS_DAYS) * DAY_MS
}

/** Whether the profile has everything that its form requires, and nobody has booked it yet. */
function isNewlyComplete({ profile, stats }: DashboardData): boolean {
  return (
    profile !== null &&
    stats.total_bookings === 0 &&
    Boolean(profile.full_name && profile.bio && profile.profile_image_url) &&
    profile.services_offered.length > 0 &&
    profile.service_areas.length > 0
  )
}

/** Banners that each user sees once in this browser. The names are stored. rule: dashboard-banners */
type Flag = 'profile-seen' | 'verification-seen'

type ShownOnce = { has(flag: Flag): boolean; add(flag: Flag): void }

/** The flags of one user. Without local storage they last until the user leaves the screen. */
function useShownOnce(userId: string): ShownOnce {
  const storageKey = (flag: Flag) => `lustra.${flag}.${userId}`
  const [addedKeys, setAddedKeys] = useState<readonly string[]>([])
  return {
    has: (flag) => addedKeys.includes(storageKey(flag)) || hasFlag(storageKey(flag)),
    add(flag) {
      setFlag(storageKey(flag))
      setAddedKeys((before) => [...before, storageKey(flag)])
    },
  }
}

/** Calls `hide` once, `milliseconds` after the banner appeared. */
function useHideAfter(milliseconds: number, hide: () => void): void {
  const onTimeout = useEffectEvent(hide)
  useEffect(() => {
    const timer = setTimeout(onTimeout, milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
}
