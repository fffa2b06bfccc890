import { Button } from '#web/ui/button.tsx'
import { useContact } from './use-contact.ts'

type ContactButtonProps = {
  clientId: string
  professionalId: string
  /** For screen readers, where what is seen is too short. */
  label?: string
  look?: 'primary' | 'quiet'
  wide?: boolean
  className?: string
  children: string
}

/** A client writes to a professional: opens their conversation. */
export function ContactButton({
  clientId,
  professionalId,
  label,
  look = 'quiet',
  children,
  ...shape
}: ContactButtonProps) {
  const contact = useContact(clientId, professionalId)
  return (
    <Button
      {...shape}
      look={look}
      aria-label={label}
      busy={contact.isPending}
      onClick={() => contact.mutate()}
    >
      {children}
    </Button>
  )
}
