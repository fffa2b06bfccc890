import type { User } from '#contract/people/identity.ts'
import { ViewBanner } from '#web/features/account/view-banner.tsx'
import { SuspensionBanner } from '#web/features/account/suspension-banner.tsx'
import { VerifyBanner } from '#web/features/people/verify-banner.tsx'

/**
 * The banner on every screen of a person who is suspended or has not confirmed their address, and of an operator who
 * sees what a person sees. rule: suspension, email-verification, seeing-as-a-person
 */
export default function AccountBanner({ user }: { user: User }) {
  if (user.viewed_until) return <ViewBanner user={user} until={user.viewed_until} />
  return user.suspended ? <SuspensionBanner user={user} /> : <VerifyBanner user={user} />
}
