import { Link } from 'wouter'
import type { ClientBooking } from '#contract/bookings.ts'
import { displayName } from '#contract/display-name.ts'
import { profileAddress } from '#web/features/professionals/addresses.ts'

/** The professional's name, leading to her profile while that can be opened. */
export function WithWhom({ professional }: Pick<ClientBooking, 'professional'>) {
  const name = displayName(professional.full_name)
  if (!professional.reachable) return name
  return (
    <Link
      href={profileAddress(professional, { signedIn: true })}
      className="-my-2.5 inline-block py-2.5 font-medium text-action underline decoration-1 underline-offset-4"
    >
      {name}
    </Link>
  )
}
