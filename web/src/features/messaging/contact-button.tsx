import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ConnectionLost, NoAnswer, Refusal } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { failureText, refusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { contactedAddress } from '#web/router/message-addresses.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'

type ContactButtonProps = {
  clientId: string
  professionalId: string
  /** For screen readers, if the visible text does not name the professional. */
  label?: string
  look?: 'primary' | 'quiet'
  wide?: boolean
  className?: string
  children: string
}

/** Opens the client's conversation with a professional. rule: contact-first */
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

/**
 * Opens the conversation and navigates to it. A retry keeps its Idempotency-Key.
 * rules: contact-first, contact-highlight
 */
function useContact(clientId: string, professionalId: string) {
  const { i18n } = useTranslation()
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const failure = useFailureToast()
  const draft = formDraft(clientId, `contact.${professionalId}`)
  return useMutation({
    mutationFn: () => {
      const body = { client_id: clientId, professional_id: professionalId }
      return api.call('POST /api/chat/initiate-contact', {
        body,
        idempotencyKey: draft.keyFor(body),
      })
    },
    // Public pages load without the translations of messaging.
    onMutate: () => {
      failure.clear()
      void loadTranslations(i18n)
    },
    onSuccess: () => {
      draft.clear()
      void refreshQueries(queryClient, 'messages')
      navigate(contactedAddress(professionalId))
    },
    onError: async (error) => {
      if (error instanceof Refusal && error.code === 'not_signed_in') return
      if (!(error instanceof NoAnswer)) draft.discardSentRequest()
      await loadTranslations(i18n)
      failure.show(contactFailure(i18n, error))
    },
  })
}

async function loadTranslations(i18n: I18n): Promise<void> {
  try {
    await i18n.load('all')
  } catch {
    // Without a network the failure is shown with the translations that are loaded.
  }
}

function contactFailure(i18n: I18n, error: unknown): string {
  const errors = i18n.translatorFor('errors')
  if (!i18n.has('messaging')) return refusalText(errors, error)
  const t = i18n.translatorFor('messaging')
  if (error instanceof ConnectionLost) return t('failed.connection')
  return failureText(errors, t('failed.contact'), error)
}
