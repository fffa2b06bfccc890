import type { ReactNode } from 'react'

const BUTTON_LOOK =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md border border-edge bg-surface px-5 py-1.5 font-semibold hover:border-action hover:bg-mint'

type PhoneLinkProps = {
  /** As people write it, for example '+1 512 555 0100'. */
  phone: string
  /** For screen readers, if the visible text is too short. */
  label?: string
  /** Without it the link looks like a quiet button. */
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** Calls a phone number. */
export function PhoneLink({ phone, label, className = BUTTON_LOOK, ...rest }: PhoneLinkProps) {
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      aria-label={label}
      className={className}
      {...rest}
    />
  )
}
