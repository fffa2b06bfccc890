import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { BilingualText } from './bilingual-text.tsx'

/** Says that the activation failed and why, in Portuguese and in the reader's language. rule: activation */
export function ActivationFailed({ error }: { error: Error }) {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  return (
    <MessageBox tone="problem">
      <BilingualText portuguese="Não foi possível ativar a conta">
        {t('activation.failed')}
      </BilingualText>
      <p className="mt-1 font-normal">{refusalText(error)}</p>
    </MessageBox>
  )
}
