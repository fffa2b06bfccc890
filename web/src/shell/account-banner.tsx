import type { User } from '#contract/identity.ts'
import { SuspensionBanner } from '#web/features/account/suspension-banner.tsx'
import { VerifyBanner } from '#web/features/identity/verify-banner.tsx'

/** On every screen of a person who is suspended or has not confirmed their address. rule: suspension, verify-banner */
export default function AccountBanner({ user }: { user: User }) {
  return user.suspended ? <SuspensionBanner user={user} /> : <VerifyBanner user={user} />
}
