import { useTranslation } from '../app/use-translation.ts'
import { defineView } from '../app/view.ts'
import type { ViewProps } from '../app/view.ts'
import { Unsubscribe } from '../features/notices/unsubscribe.tsx'

export default defineView<'token'>({
  head: ({ t }) => ({ title: t('notices:unsubscribe.title') }),
  Component: UnsubscribeView,
})

function UnsubscribeView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('notices')
  return (
    <div className="page flex max-w-160 flex-col gap-5">
      <h1 className="text-2xl md:text-3xl">{t('unsubscribe.title')}</h1>
      <Unsubscribe token={params.token} />
    </div>
  )
}
