import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../app/use-translation.ts'
import { useLocation } from 'wouter'
import { ConnectionLost, Refusal } from '../../app/api.ts'
import { useApi } from '../../app/context.tsx'
import { draftFor } from '../../app/draft.ts'
import { MESSAGES_KEY } from '../../app/messages.ts'
import { useRefusalText } from '../../app/refusal-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { contactedAddress } from './addresses.ts'

/** Opens a client's conversation with a professional and goes there (client spec 7; professional spec 2.4, 8). */
export function useContact(clientId: string, professionalId: string) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const draft = draftFor(clientId, `contact.${professionalId}`)
  return useMutation({
    mutationFn: () => {
      const body = { client_id: clientId, professional_id: professionalId }
      return api.call('POST /api/chat/initiate-contact', {
        body,
        idempotencyKey: draft.keyFor(body),
      })
    },
    onSuccess: () => {
      draft.clear()
      void queryClient.invalidateQueries({ queryKey: MESSAGES_KEY })
      navigate(contactedAddress(professionalId))
    },
    onError: (error) => {
      if (error instanceof ConnectionLost) return toast.problem(t('failed.connection'))
      if (error instanceof Refusal && error.code === 'not_signed_in') return
      draft.answered()
      const told = error instanceof Refusal && error.status < 500
      toast.problem([t('failed.contact'), told ? refusalText(error) : ''].join('\n').trim())
    },
  })
}
