import { hasLikelyCode } from '#contract/people/likely-code.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** Says where codes belong while a text probably has one. It blocks nothing. rule: code-hint */
export function CodeHint({ text }: { text: string }) {
  const { t } = useTranslation('access')
  const isShown = hasLikelyCode(text)
  return (
    <p role="status" className={isShown ? 'text-sm font-medium text-amber' : 'sr-only'}>
      {isShown && t('no_codes')}
    </p>
  )
}
