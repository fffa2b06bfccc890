import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ConnectionLost } from '#web/api/client.ts'
import { refusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'

type ContactButtonProps = {
  clientId: string
  professionalId: string
  /** For screen readers, if the visible text does not name the professional. */
  label?: string
  look?: 'primary' | 'quiet' | 'link'
  wide?: boolean
  className?: string
  children: string
}

// Loaded by the press: visitors see no such button, and the code is no weight of public pages. rule: first-view
let load = () => import('./initiate-contact.ts')

/** Opens the client's conversation with a professional. rule: conversation-pair */
export function ContactButton({
  clientId,
  professionalId,
  label,
  look = 'quiet',
  children,
  ...shape
}: ContactButtonProps) {
  const { i18n } = useTranslation()
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const failure = useFailureToast()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    failure.clear()
    const problem = await load().then(
      ({ default: initiateContact }) =>
        initiateContact({ api, i18n, queryClient, navigate }, clientId, professionalId),
      (error: unknown) => {
        load = retryImport(load, error)
        return refusalText(i18n.translatorFor('errors'), new ConnectionLost())
      },
    )
    if (problem) failure.show(problem)
    setBusy(false)
  }
  return (
    <Button {...shape} look={look} aria-label={label} busy={busy} onClick={() => void press()}>
      {children}
    </Button>
  )
}
