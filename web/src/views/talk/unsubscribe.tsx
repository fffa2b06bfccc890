import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import type { ViewProps } from '#web/router/view.ts'
import { Unsubscribe } from '#web/features/talk/notices/unsubscribe.tsx'

defineView<'token'>('unsubscribe', {
  head: ({ t }) => ({ title: t('notices:unsubscribe.title') }),
  Component: UnsubscribeView,
})

function UnsubscribeView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('notices')
  const token = useLetterToken(params) ?? ''
  return (
    <div className="page flex max-w-160 flex-col gap-5">
      <h1 className="text-2xl md:text-3xl">{t('unsubscribe.title')}</h1>
      <Unsubscribe key={token} token={token} />
    </div>
  )
}
