import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { useApi } from '../../app/context.tsx'
import { useFormat } from '../../app/format.ts'
import { useRefusalText } from '../../app/refusal-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { newKey } from '../../app/new-key.ts'

/** Offered once a new profile is saved (professional spec 2.2): Portuguese for everyone, and below it the reader's own language (decision 38). */
export function ActivationPrompt({ userId, onLater }: { userId: string; onLater: () => void }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const refusalText = useRefusalText()
  const { activate, activating, error } = useActivation(userId, onLater)
  return (
    <Dialog
      title={<InBoth portuguese="Perfil Criado com Sucesso!">{t('activation.title')}</InBoth>}
      onClose={onLater}
      footer={
        <div className="flex flex-col gap-3">
          <Button wide className="py-2" busy={activating} onClick={activate}>
            {activating ? (
              <InBoth portuguese="Processando...">{t('activation.busy')}</InBoth>
            ) : (
              <InBoth portuguese="Ativar Conta - $19,90/mês">
                {t('activation.activate', { price: format.money(SUBSCRIPTION_PRICE) })}
              </InBoth>
            )}
          </Button>
          <Button look="quiet" wide className="py-2" disabled={activating} onClick={onLater}>
            <InBoth portuguese="Ativar Mais Tarde">{t('activation.later')}</InBoth>
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {error && (
          <Notice tone="problem">
            <InBoth portuguese="Não foi possível ativar a conta">{t('activation.failed')}</InBoth>
            <p className="mt-1 font-normal">{refusalText(error)}</p>
          </Notice>
        )}
        <InBoth portuguese={PORTUGUESE_TEXT}>{t('activation.text')}</InBoth>
        <InBoth portuguese={PORTUGUESE_PAYMENT}>{t('activation.payment')}</InBoth>
      </div>
    </Dialog>
  )
}

/** On to where the first month is paid; who is active already has nothing more to do here. An error leaves the prompt open. */
function useActivation(userId: string, onActive: () => void) {
  const api = useApi()
  const [idempotencyKey] = useState(newKey)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      api.call('POST /api/professional/activate/{id}', { params: { id: userId }, idempotencyKey }),
    onSuccess: ({ checkout_url }) => {
      if (checkout_url) window.location.assign(checkout_url)
      else onActive()
    },
  })
  return { activate: () => mutate(), activating: isPending || Boolean(data?.checkout_url), error }
}

const PORTUGUESE_TEXT =
  'Ative sua conta para aparecer nas buscas e receber mensagens e pedidos de faxina. A assinatura se renova sozinha todo mês e traz 5 leads por mês.'
const PORTUGUESE_PAYMENT =
  'Nesta fase de testes o pagamento é simulado; em produção ele será integrado a um provedor de pagamento com cartão.'

/** The Portuguese text, and `children` right below it for readers of another language. */
function InBoth({ portuguese, children }: { portuguese: string; children: ReactNode }) {
  const { i18n } = useTranslation('profile')
  return (
    <span className="flex flex-col">
      <span lang="pt">{portuguese}</span>
      {i18n.language !== 'pt' && <span className="text-sm font-normal">{children}</span>}
    </span>
  )
}
