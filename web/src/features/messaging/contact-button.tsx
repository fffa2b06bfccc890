import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { refusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { contactedAddress } from '#web/router/message-addresses.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

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

/** Opens a client's conversation with a professional and goes there (client spec 7; professional spec 2.4, 8). */
export function useContact(clientId: string, professionalId: string) {
  const { i18n } = useTranslation()
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const draft = formDraft(clientId, `contact.${professionalId}`)
  return useMutation({
    mutationFn: () => {
      const body = { client_id: clientId, professional_id: professionalId }
      return api.call('POST /api/chat/initiate-contact', {
        body,
        idempotencyKey: draft.keyFor(body),
      })
    },
    // Pages that everyone may find come without the words of messages.
    onMutate: () => void fetchWords(i18n),
    onSuccess: () => {
      draft.clear()
      void refreshQueries(queryClient, 'messages')
      navigate(contactedAddress(professionalId))
    },
    onError: async (error) => {
      if (error instanceof Refusal && error.code === 'not_signed_in') return
      if (!(error instanceof ConnectionLost)) draft.answered()
      await fetchWords(i18n)
      toast.problem(whyNot(i18n, error))
    },
  })
}

/** Tries to have them; without a network there may be none. */
async function fetchWords(i18n: I18n): Promise<void> {
  try {
    await i18n.load('all')
  } catch {
    // Then the refusal is told in the words that are here.
  }
}

function whyNot(i18n: I18n, error: unknown): string {
  const reason = refusalText(i18n.translatorFor('errors'), error)
  if (!i18n.has('messaging')) return reason
  const t = i18n.translatorFor('messaging')
  if (error instanceof ConnectionLost) return t('failed.connection')
  const told = error instanceof Refusal && error.status < 500
  return told ? `${t('failed.contact')}\n${reason}` : t('failed.contact')
}
