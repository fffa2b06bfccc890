import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import type { ViewProps } from '#web/router/view.ts'
import { AnswerRequest } from '#web/features/talk/notices/answer-request.tsx'

defineView<'token'>('answer-request', {
  head: ({ t }) => ({ title: t('notices:answer.title') }),
  Component: AnswerRequestView,
})

function AnswerRequestView({ params, search }: ViewProps<'token'>) {
  const { t } = useTranslation('notices')
  const token = useLetterToken(params) ?? ''
  return (
    <div className="page flex max-w-160 flex-col gap-5">
      <h1 className="text-2xl md:text-3xl">{t('answer.title')}</h1>
      <AnswerRequest key={token} token={token} declining={search.get('answer') === 'declined'} />
    </div>
  )
}
