import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { leadsStatusQuery } from '#web/features/billing/billing.api.ts'
import type { DashboardData } from '../dashboard.api.ts'
import type { BannerEntry } from './entry.ts'
import { grace } from './grace.tsx'
import { inactive } from './inactive.tsx'
import { noProfile } from './no-profile.tsx'
import { profileComplete } from './profile-complete.tsx'
import { useSeen } from './use-seen.ts'
import { verificationPending } from './verification-pending.tsx'
import { verificationPrompt } from './verification-prompt.tsx'
import { verificationRejected } from './verification-rejected.tsx'
import { verified } from './verified.tsx'

/** Never more at once; another takes the place of one that goes. */
const SHOWN_MAX = 2

/** The most urgent first (professional spec 2.3). */
const BANNERS: readonly BannerEntry[] = [
  noProfile,
  inactive,
  grace,
  verificationPending,
  verificationRejected,
  profileComplete,
  verified,
  verificationPrompt,
]

/** What is to be known first, in one place. */
export function Banners({ data, professional }: { data: DashboardData; professional: User }) {
  const seen = useSeen(professional.id)
  const { data: money } = useQuery(leadsStatusQuery(useApi(), professional.id))
  const props = { data, professional, seen, money }
  const due = BANNERS.filter((banner) => banner.isDue(props)).slice(0, SHOWN_MAX)
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {due.map(({ name, Component }) => (
        <Component key={name} {...props} />
      ))}
    </div>
  )
}
