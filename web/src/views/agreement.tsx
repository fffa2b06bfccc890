import { AgreementScreen } from '#web/features/agreements/agreement-screen.tsx'
import { defineView } from '#web/router/view.ts'

defineView<'id'>('agreement', {
  head: ({ t }) => ({ title: t('agreements:title') }),
  Component: ({ params: { id } }) => <AgreementScreen id={id} />,
})
