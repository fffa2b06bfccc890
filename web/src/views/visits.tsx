import { VisitScreen } from '#web/features/visits/visit-screen.tsx'
import { defineView } from '#web/router/view.ts'

defineView<'id'>('visits', {
  head: ({ t }) => ({ title: t('visits:title') }),
  Component: ({ params: { id } }) => <VisitScreen id={id} />,
})
