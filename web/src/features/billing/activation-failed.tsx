import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Notice } from '#web/ui/notice.tsx'
import { InBoth } from './in-both.tsx'

/** An activation that came to nothing: in Portuguese and in the reader's language (professional spec 8), and why. */
export function ActivationFailed({ error }: { error: Error }) {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  return (
    <Notice tone="problem">
      <InBoth portuguese="Não foi possível ativar a conta">{t('activation.failed')}</InBoth>
      <p className="mt-1 font-normal">{refusalText(error)}</p>
    </Notice>
  )
}
