import { useTranslation } from '#web/i18n/use-translation.ts'
import { AREA_UNKNOWN } from '#contract/profile-checks.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'

/** Professional spec 8: the server’s own sentence where it gave one, else that saving failed, or that the connection is gone. */
export function useSaveFailure(): (error: unknown) => string {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  return (error) => {
    if (error instanceof ConnectionLost) return t('save.lost')
    if (error instanceof Refusal && error.code === 'area_unknown')
      return t('areas.unknown', { area: areaIn(error.message) })
    if (error instanceof Refusal && error.code !== 'unexpected') return refusalText(error)
    return t('save.failed')
  }
}

/** The place that the server’s English sentence names. */
function areaIn(sentence: string): string {
  const [before = '', after = ''] = AREA_UNKNOWN.split('{area}')
  return sentence.slice(before.length, sentence.length - after.length)
}
