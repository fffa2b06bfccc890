import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CONSENT_VERSION, isSsn, ssnDigits } from '#contract/trust/ssn.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { detailOf } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { NumberAfterConsent } from './number-after-consent.tsx'

type VerificationProps = {
  professionalId: string
  /** Whether a number was verified before, which is now renewed. */
  isRenewal: boolean
  onClose: () => void
}

/**
 * The dashboard's dialog for the number. The number is never stored in the browser. rule: ssn-rules, ssn-secrecy
 */
export default function VerificationDialog({
  professionalId,
  isRenewal,
  onClose,
}: VerificationProps) {
  const { t } = useTranslation('verification')
  const { number, setNumber, failure, submit, isSending } = useVerification({
    professionalId,
    onClose,
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!failure?.atField) return
    field.current?.focus()
    // On a phone the problem below the field must be visible too.
    field.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  return (
    <FormDialog
      title={t('dialog')}
      submit={isSending ? t('sending') : t('send')}
      busy={isSending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="text-soft">{t('intro')}</p>
      <NumberAfterConsent
        label={t('number')}
        help={t('number_help')}
        value={number}
        onChange={setNumber}
        error={failure?.atField ? failure.text : undefined}
        ref={field}
      />
      {!isRenewal && <TextLink href={dashboardAddress('identity')}>{t('without_number')}</TextLink>}
      {failure && !failure.atField && (
        <MessageBox tone="problem">
          <p>{failure.text}</p>
          {failure.next && <p className="mt-1 font-normal">{failure.next}</p>}
        </MessageBox>
      )}
    </FormDialog>
  )
}

/** The typed number and why it was not accepted. `submit` checks and sends it; then it calls `onClose`. */
function useVerification({ professionalId, onClose }: Omit<VerificationProps, 'isRenewal'>) {
  const { t } = useTranslation(['verification', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const [number, setNumber] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const send = useMutation({
    mutationFn: (social_security_number: string) =>
      api.call('PUT /api/professional/update-profile', {
        body: {
          user_id: professionalId,
          social_security_number,
          consent_version: CONSENT_VERSION,
        },
      }),
  })

  const submit = async () => {
    setFailure(undefined)
    const wrong = !number ? 'ssn_required' : !isSsn(number) && 'ssn_invalid'
    if (wrong) return setFailure({ text: t(`errors:${wrong}`), atField: true })
    try {
      const { auto_verified } = await send.mutateAsync(ssnDigits(number))
      await queryClient.invalidateQueries()
      if (!auto_verified) toast.success(t('received'))
      onClose()
    } catch (error) {
      setFailure(verificationFailure(t, error))
    }
  }

  return {
    number,
    setNumber: (typed: string) => {
      setNumber(typed)
      setFailure(undefined)
    },
    failure,
    submit,
    isSending: send.isPending,
  }
}

/** Why a submission failed: the sentence, what to do next, and whether the field is wrong. */
type Failure = { text: string; next?: string; atField?: boolean }

type Translate = TFunction<['verification', 'errors']>

/** The failure of a submitted number in the reader's language. rule: ssn-rules, ssn-unique */
function verificationFailure(t: Translate, error: unknown): Failure {
  if (!(error instanceof Refusal)) {
    const isLost = error instanceof ConnectionLost
    const next = isLost ? t('failed.connection') : (detailOf(error) ?? t('failed.later'))
    return { text: t('failed.submission'), next }
  }
  if (error.code === 'ssn_taken') return { text: t('errors:ssn_taken'), atField: true }
  if (error.code === 'ssn_verified') return { text: t('errors:ssn_verified'), atField: true }
  if (error.code === 'ssn_required') return { text: t('errors:ssn_required'), atField: true }
  if (error.code === 'ssn_invalid') return { text: t('failed.validation'), atField: true }
  if (error.code === 'too_many_requests')
    return { text: t('failed.submission'), next: t('failed.tries') }
  const reason = t(`errors:${error.code}`, { defaultValue: error.message })
  return error.status === 422
    ? { text: t('failed.invalid'), next: reason }
    : { text: t('failed.submission'), next: reason }
}
