import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Offered once a new profile is saved (professional spec 2.2): Portuguese for everyone, and below it the reader's own language (decision 38). */
export function ActivationPrompt({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation('profile')
  return (
    <Dialog
      title={<InBoth portuguese="Perfil Criado com Sucesso!">{t('activation.title')}</InBoth>}
      onClose={onLater}
      footer={
        <Button look="quiet" wide className="py-2" onClick={onLater}>
          <InBoth portuguese="Ativar Mais Tarde">{t('activation.later')}</InBoth>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <InBoth portuguese={PORTUGUESE_TEXT}>{t('activation.text')}</InBoth>
        <InBoth portuguese={PORTUGUESE_PAYMENT}>{t('activation.payment')}</InBoth>
      </div>
    </Dialog>
  )
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
      {i18n.language !== 'pt' && <span className="text-sm font-normal text-soft">{children}</span>}
    </span>
  )
}
