import type { QueryClient } from '@tanstack/react-query'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { failureText } from '#web/api/failure-text.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { refusalText } from '#web/api/refusal-text.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { contactedAddress } from '#web/router/message-addresses.ts'
import { formDraft } from '#web/session/form-draft.ts'

type Screen = {
  api: Api
  i18n: I18n
  queryClient: QueryClient
  navigate: (address: string) => void
}

/**
 * Opens the client's conversation with a professional and navigates to it. A retry keeps its Idempotency-Key. Returns
 * the text of a failure, undefined when the session has ended. rules: conversation-pair
 */
export default async function initiateContact(
  { api, i18n, queryClient, navigate }: Screen,
  clientId: string,
  professionalId: string,
): Promise<string | undefined> {
  const draft = formDraft(clientId, `contact.${professionalId}`)
  const body = { client_id: clientId, professional_id: professionalId }
  // Public pages load without the translations of messaging.
  const loading = loadTranslations(i18n)
  const contact = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      api.call('POST /api/chat/initiate-contact', { body, idempotencyKey: draft.keyFor(body) }),
  })
  try {
    await contact.execute(undefined)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_signed_in') return undefined
    draft.requestFailed(error)
    await loading
    return contactFailure(i18n, error)
  }
  draft.clear()
  void refreshQueries(queryClient, 'messages')
  navigate(contactedAddress(professionalId))
  return undefined
}

async function loadTranslations(i18n: I18n): Promise<void> {
  try {
    await i18n.load()
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
