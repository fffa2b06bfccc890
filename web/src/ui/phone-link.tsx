import type { ReactNode } from 'react'
import { phoneParts } from '#contract/people/phone.ts'

const BUTTON_LOOK =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md border border-edge bg-surface px-5 py-1.5 font-semibold hover:border-action hover:bg-mint'

type PhoneLinkProps = {
  /** The number as people write it, for example '+1 512 555 0100'. */
  phone: string
  /** The name for screen readers, if the visible text is too short. */
  label?: string
  /** The classes of the link. By default it looks like a quiet button. */
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** Calls a phone number. */
export function PhoneLink({ phone, label, className = BUTTON_LOOK, ...rest }: PhoneLinkProps) {
  return <a href={`tel:${dialled(phone)}`} aria-label={label} className={className} {...rest} />
}

/** The number for a link, with its extension (RFC 3966). For an unknown kind of number, its digits. */
function dialled(phone: string): string {
  const { number, extension } = phoneParts(phone) ?? { number: phone.replace(/[^\d+]/g, '') }
  return extension ? `${number};ext=${extension}` : number
}
