import { useTranslation } from 'react-i18next'
import { ConnectionLost, Refusal } from '../../app/api.ts'
import { useRefusalText } from '../../app/refusal-text.ts'

/** Professional spec 8: the house's own sentence where it gave one, else that saving failed, or that the connection is gone. */
export function useSaveFailure(): (error: unknown) => string {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  return (error) => {
    if (error instanceof ConnectionLost) return t('save.lost')
    if (error instanceof Refusal && error.code !== 'unexpected') return refusalText(error)
    return t('save.failed')
  }
}
